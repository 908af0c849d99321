import type { BrandColors, BrandSettings } from "@placard/client";
import { isLightGround } from "@placard/templates/brand-palette";
import { mix } from "@placard/templates/color";
import { FieldError } from "../components/field-errors.ts";

/** The colors of a brand, in the order of the form. */
export const colorRoles = ["accent", "ground", "ink", "muted", "onAccent"] as const;
export type ColorRole = (typeof colorRoles)[number];

/** A brand as it was entered. Colors are texts that may be invalid. */
export interface BrandDraft {
  displayName: string;
  site: string;
  colors: Readonly<Record<ColorRole, string>>;
  /** IDs of assets, and how the logo is shown. */
  logo: NonNullable<BrandSettings["logo"]>;
  /** IDs of assets, or names of bundled fonts. */
  fonts: Readonly<Record<"heading" | "body", string | undefined>>;
  heading: NonNullable<BrandSettings["heading"]>;
  /** A color as it was entered, and the ID of an asset. */
  background: { gradient: string; image: string | undefined };
  decoration: BrandSettings["decoration"];
}

export function createDraft({
  displayName,
  site,
  colors,
  logo,
  fonts,
  ...others
}: BrandSettings = {}): BrandDraft {
  const { heading, background, decoration } = others;
  const colorTexts = colorRoles.map((role) => [role, colors?.[role] ?? ""] as const);
  return {
    displayName: displayName ?? "",
    site: site ?? "",
    colors: Object.fromEntries(colorTexts) as BrandDraft["colors"],
    logo: logo ?? {},
    fonts: { heading: fonts?.heading, body: fonts?.body },
    heading: heading ?? {},
    background: { gradient: background?.gradient ?? "", image: background?.image },
    decoration,
  };
}

/**
 * The brand of a draft, without what is empty.
 * @throws FieldError if a text is not a color
 */
export function readDraft({ displayName, site, colors, logo, fonts, ...others }: BrandDraft): BrandSettings {
  const { heading, background, decoration } = others;
  return withoutEmpty({
    displayName: displayName.trim(),
    site: site.trim(),
    colors: readColors(colors),
    logo: withoutEmpty(logo),
    fonts: withoutEmpty(fonts),
    heading: withoutEmpty(heading),
    background: withoutEmpty({
      gradient: readColor("gradient", background.gradient),
      image: background.image,
    }),
    decoration,
  });
}

/** @throws FieldError if a text is not a color */
export function readColors(texts: BrandDraft["colors"]): BrandColors {
  const colors = colorRoles.map((role) => [role, readColor(role, texts[role])] as const);
  return withoutEmpty(Object.fromEntries(colors));
}

function readColor(name: string, text: string): string | undefined {
  const color = parseColor(text);
  if (color === null) throw new FieldError(name, invalidColorText);
  return color;
}

export type Tone = "light" | "dark";

/** Whether the background that was entered is light or dark; undefined if it is derived, or not valid. */
export function toneOf({ ground }: BrandDraft["colors"]): Tone | undefined {
  const color = parseColor(ground);
  return color ? (isLightGround(color) ? "light" : "dark") : undefined;
}

/** The colors with a light or a dark tint of the accent as the background; undefined: with a derived one. */
export function withTone(colors: BrandDraft["colors"], tone: Tone | undefined): BrandDraft["colors"] {
  const accent = parseColor(colors.accent) ?? "#000000";
  const grounds = { light: mix(accent, "#ffffff", 0.05), dark: mix(accent, "#000000", 0.1) };
  return { ...colors, ground: tone ? grounds[tone] : "" };
}

export const invalidColorText = "Enter a color as #rrggbb.";

/**
 * Parses `#rrggbb` or `#rgb`, with or without the number sign.
 * @returns undefined for an empty text; null if it is not a color
 */
export function parseColor(text: string): string | undefined | null {
  const digits = text.trim().replace(/^#/, "").toLowerCase();
  if (digits === "") return text.trim() === "" ? undefined : null;
  if (/^[\da-f]{3}$/.test(digits)) return `#${digits.replaceAll(/./g, "$&$&")}`;
  return /^[\da-f]{6}$/.test(digits) ? `#${digits}` : null;
}

/** Leaves out members that are undefined, an empty text or an empty object. */
function withoutEmpty<Value extends object>(
  values: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } {
  const isEmpty = (value: unknown) =>
    value === undefined || value === "" || (typeof value === "object" && Object.keys(value!).length === 0);
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>;
  };
}
