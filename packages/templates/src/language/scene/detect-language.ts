import type { TemplateData } from "@placard/contracts";
import { languageOfScript } from "../../dates/language-of-script.ts";
import type { CheckedTemplateJson } from "../data/template-json.ts";

/**
 * The language of a card that names none, by the script of its title. That is the first required text or,
 * without letters, the first text that chooses the palette. Otherwise English.
 */
export function detectLanguage(
  { fields, paletteFields }: Pick<CheckedTemplateJson, "fields" | "paletteFields">,
  data: TemplateData,
): string {
  const required = [...fields].flatMap(([name, field]) => {
    const isText = field.kind === "text" && field.format === undefined && !field.choices;
    return isText && field.isRequired ? [name] : [];
  });
  for (const name of [...required, ...paletteFields]) {
    const value = Object.hasOwn(data, name) ? data[name] : undefined;
    const language = typeof value === "string" ? languageOfScript(value) : undefined;
    if (language) return language;
  }
  return "en";
}
