import { hashJson } from "@placard/contracts";
import { Type } from "typebox";
import type { Problem, TemplateDocument } from "./document.ts";
import type { TemplateDescription } from "./template.ts";
/** Stub. */
export function compileTemplate(document: TemplateDocument): {
  template?: Omit<TemplateDescription, "version"> & { hash: string };
  problems: Problem[];
} {
  const { id, name, description, fields } = document.template as Record<string, string>;
  if (typeof id !== "string" || !/^[a-z][a-z0-9-]{0,39}$/.test(id) || document.html.includes("<grid>"))
    return {
      problems: [
        {
          file: "template.html",
          line: 2,
          column: 3,
          severity: "error",
          message: "bad",
          suggestion: "Use good.",
        },
      ],
    };
  const data = Type.Object(
    Object.fromEntries(
      Object.keys((fields ?? {}) as object).map((field) => [
        field,
        Type.Optional(Type.String({ maxLength: 100 })),
      ]),
    ),
    { additionalProperties: false },
  );
  return {
    template: {
      id,
      name: String(name),
      description: String(description),
      fields: Object.keys((fields ?? {}) as object),
      data,
      hash: hashJson(document),
    },
    problems: [],
  };
}
