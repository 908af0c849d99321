import type { ElementBox } from "@placard/client";
import type { PropertyDescription } from "@placard/templates/vocabulary";
import { px } from "./style-reader.ts";

/**
 * The numbers of a value plus a number: all if it is lengths or a range of sizes, or else the first.
 * Undefined if there are none, or only in a calculation.
 */
export function stepNumbers(value: string, by: number): string | undefined {
  if (value.includes("calc(")) return undefined;
  const words = value
    .replace("fit(", "")
    .replace(")", "")
    .split(/[\s,]+/);
  const isNumbers = words.every((word) => /^-?\d*\.?\d+[a-z%]*$/i.test(word));
  let count = 0;
  const stepped = value.replaceAll(/(?<![\w.#-])-?\d*\.?\d+/g, (number) =>
    isNumbers || count++ === 0 ? `${Math.round((Number(number) + by) * 1000) / 1000}` : number,
  );
  return stepped === value ? undefined : stepped;
}

/** How much a button changes a value: lengths in pixels by 4, borders by 1. */
export function stepOf(value: string, syntax: string): number {
  if (syntax.includes("<line-width>")) return 1;
  const hasUnit = /\d[a-z%]/i.test(value);
  if (/\dpx/.test(value) || (!hasUnit && !/<(?:number|integer|angle)/.test(syntax))) return 4;
  return hasUnit || !syntax.includes("<number") ? 1 : 0.1;
}

/** What the buttons start from if nothing sets the property: what the card has, or else the example. */
export function startOf(
  { name, initial, syntax, example }: Pick<PropertyDescription, "name" | "syntax" | "initial" | "example">,
  inherited: string | undefined,
  boxOf: () => ElementBox | undefined, // only read where it matters, since it changes with each preview
): string {
  const box = ["width", "height", "font-size"].includes(name) ? boxOf() : undefined;
  if (box && name !== "font-size") return px(box[name as "width" | "height"]);
  if (box?.text) return px(box.text.fontSize);
  const zero = /^\[ <(?:length|line-width)/.test(syntax) ? "0" : undefined;
  return [inherited, initial ?? zero].find((value) => value && stepNumbers(value, 1)) ?? example;
}
