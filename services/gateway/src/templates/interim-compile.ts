import type { CompileTemplate } from "@placard/template-store";
import type { TemplateDescription } from "@placard/templates";
import { Type } from "typebox";

/** Reads the names of a document's fields, without any checks: replaced by the compiler of the template language. */
export const compileTemplate: CompileTemplate<Omit<TemplateDescription, "version">> = ({ template }) => {
  const { id, name = "", description = "", fields = {} } = template;
  if (typeof id !== "string" || !/^[a-z][a-z0-9-]{0,39}$/.test(id)) {
    const message = "`id` must consist of lower-case letters, digits and hyphens";
    return { problems: [{ file: "template.json", line: 1, column: 1, severity: "error", message }] };
  }
  const names = typeof fields === "object" && fields !== null ? Object.keys(fields) : [];
  const properties = names.map((field) => [field, Type.Optional(Type.String({ maxLength: 100 }))]);
  const data = Type.Object(Object.fromEntries(properties), { additionalProperties: false });
  return {
    template: { id, name: textOf(name), description: textOf(description), fields: names, data },
    problems: [],
  };
};

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
