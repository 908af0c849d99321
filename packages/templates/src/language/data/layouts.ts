import { quote } from "../problem-list.ts";
import { holds, type Scope } from "./evaluate.ts";
import { ExpressionParser, type Condition } from "./expressions.ts";
import type { DataFields, TextField } from "./fields.ts";
import type { TemplateJson } from "./template-json-schema.ts";
import type { ReportAt } from "./field-definitions.ts";

/** A way to arrange a card. */
export interface Layout {
  readonly name: string;
  /** When the content chooses it; absent for always. */
  readonly condition?: Condition;
}

/** The name of the value that has the layout of a card: `{{layout}}`. */
export const layoutName = "layout";

export function parseLayouts(
  given: NonNullable<TemplateJson["layouts"]>,
  fields: DataFields,
  report: ReportAt,
): Layout[] {
  if (given.length > 0 && fields.has(layoutName))
    report(`/fields/${layoutName}`, "is a reserved name in templates with layouts", "Rename the field.");
  const expressions = new ExpressionParser(fields);
  return given.flatMap(({ name, if: text }, index): Layout[] => {
    if (given.findIndex((each) => each.name === name) < index)
      report(`/layouts/${index}/name`, `repeats ${quote(name)}`, "Give each layout its own name.");
    if (text === undefined) return [{ name }];
    const condition = expressions.parseCondition(text, [], false, (message, suggestion) => {
      report(`/layouts/${index}/if`, `is not a valid condition: ${message}`, suggestion);
      return undefined;
    });
    return condition ? [{ name, condition }] : [];
  });
}

/** The fields that placeholders and conditions can name: the fields of the data, and the layout. */
export function withLayout(fields: DataFields, layouts: readonly Layout[]): DataFields {
  if (layouts.length === 0) return fields;
  const choices = layouts.map(({ name }) => name);
  const field: TextField = { description: "Layout", maxLength: 40, isRequired: true, choices };
  return new Map([...fields, [layoutName, { kind: "text", ...field }]]);
}

/** The layout of a card: the requested one, the first whose condition holds, or else the last one. */
export function chooseLayout(
  layouts: readonly Layout[],
  requested: string | undefined,
  scope: Scope,
): string {
  const layout =
    layouts.find(({ name }) => name === requested) ??
    layouts.find(({ condition }) => !condition || holds(condition, scope)) ??
    layouts.at(-1);
  return layout?.name ?? "";
}
