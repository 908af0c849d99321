import type { Brand, TemplateData } from "@placard/contracts";
import { languageOfScript } from "../../dates/language-of-script.ts";
import type { CardOptions } from "../compile-template.ts";
import type { Scope } from "../data/evaluate.ts";
import { chooseLayout, layoutName } from "../data/layouts.ts";
import type { ShapeOfImage } from "../data/filters.ts";
import type { CheckedTemplateJson } from "../data/template-json.ts";
import type { CardColors } from "./palette-variables.ts";

/** The size, the look and the content of a card. */
export interface CardInput extends Omit<CardOptions, "brand"> {
  readonly data: TemplateData;
  readonly colors: CardColors;
}

/** What expressions of a card can read: its data with the name of its layout, and its brand. */
export function rootScope(
  json: CheckedTemplateJson,
  { data, colors: { brand }, locale, layout, ...card }: CardInput,
): Scope {
  const scope: Scope = {
    data,
    brand: readBrand(brand),
    items: [],
    language: locale ?? detectLanguage(json, data),
    shapeOfImage: (url) => compareShapes(card.imageSize?.(url), card),
  };
  const { layouts } = json;
  if (layouts.length === 0) return scope;
  return { ...scope, data: { ...data, [layoutName]: chooseLayout(layouts, layout, scope) } };
}

/**
 * The language of a card that names none, by the script of its title. That is the first required text or,
 * without letters, the first text that chooses the palette. Otherwise English.
 */
function detectLanguage({ fields, paletteFields }: CheckedTemplateJson, data: TemplateData): string {
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

type Size = Pick<CardInput, "width" | "height">;

/** An image has a similar shape if the card, filled with it, shows at least three quarters of it. */
function compareShapes(image: Size | undefined, card: Size): ReturnType<ShapeOfImage> {
  if (!image) return "";
  const ratio = (image.width * card.height) / (image.height * card.width);
  if (ratio < 0.75) return "narrower";
  return ratio > 1 / 0.75 ? "wider" : "similar";
}

function readBrand({ displayName, site, logo = {}, background, decoration }: Brand = {}): Scope["brand"] {
  return {
    name: displayName,
    site: logo.isAlone ? undefined : site,
    logo: (logo.onLight ?? logo.onDark)?.id,
    background: background?.image?.id,
    decoration: decoration === undefined ? "template" : "",
  };
}
