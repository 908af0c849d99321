import { urlOf, type Values } from "../css/component-values.ts";
import type { Declaration } from "../css/declarations.ts";
import type { Expression, ExpressionParser, LoopScope, Refuse } from "../data/expressions.ts";
import type { TextField } from "../data/fields.ts";
import type { ProblemList } from "../problem-list.ts";
import { splitPlaceholders } from "./text-template.ts";

/** The data of declarations: of custom properties by their names, of `url({{photo}})` by its placeholder. */
export type StyleData = ReadonlyMap<string, Expression>;

/** Adds the data of a declaration. */
export function findData(
  declaration: Declaration,
  expressions: ExpressionParser,
  loops: readonly LoopScope[],
  problems: ProblemList,
  found: Map<string, Expression>,
): void {
  const refuse: Refuse = (message, suggestion) => problems.error(declaration.offset, message, suggestion);
  if (declaration.kind === "data-variable") {
    const { name, placeholder } = declaration;
    const expression = expressions.parse(placeholder, loops, refuse);
    if (!expression) return;
    if (hasFormat(expression, "color") || hasFormat(expression, "number")) found.set(name, expression);
    else
      refuse(
        `The field in \`${name.replace("--{{", "{{")}\` is neither a color nor a number`,
        'Give the field `"format": "color"` or `"type": "number"` in template.json.',
      );
    return;
  }
  for (const url of dataUrlsIn(declaration)) {
    const { parts } = splitPlaceholders(url.trim());
    const [part] = parts;
    if (parts.length !== 1 || typeof part !== "object") {
      refuse(
        "A URL can't be put together from parts",
        "Write `url({{photo}})` with a field of the format `image-url`.",
      );
      continue;
    }
    const expression = expressions.parse(part.placeholder, loops, refuse);
    if (!expression) continue;
    if (hasFormat(expression, "image-url")) found.set(part.placeholder.trim(), expression);
    else
      refuse(
        "The field in `url()` is not an image",
        'Give the field `"format": "image-url"` in template.json.',
      );
  }
}

/** The URLs with placeholders in a declaration. */
export function dataUrlsIn(declaration: Declaration): string[] {
  if (declaration.kind === "data-variable" || typeof declaration.value === "string") return [];
  return urlsIn(declaration.value).filter((url) => url.includes("{{"));
}

function urlsIn(values: Values): string[] {
  return values.flatMap((value) => urlOf(value) ?? ("values" in value ? urlsIn(value.values) : []));
}

export function hasFormat({ field, filters }: Expression, format: NonNullable<TextField["format"]>): boolean {
  return typeof field === "object" && field.format === format && filters.length === 0;
}
