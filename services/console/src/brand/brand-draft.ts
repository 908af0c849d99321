import type { BrandSettings } from "@placard/client";
import { isLightGround } from "@placard/templates/brand-palette";
import { mix } from "@placard/templates/color";
import { FieldError } from "../components/field-errors.ts";

/** The colors of a brand, in the order of the form. */
export const colorRoles = ["accent", "secondary", "ground", "ink", "muted", "onAccent"] as const;
export type ColorRole = (typeof colorRoles)[number];

/** Where the value of each field of the form is in the settings of a brand. */
const paths = {
  displayName: ["displayName"],
  site: ["site"],
  accent: ["colors", "accent"],
  secondary: ["colors", "secondary"],
  ground: ["colors", "ground"],
  ink: ["colors", "ink"],
  muted: ["colors", "muted"],
  onAccent: ["colors", "onAccent"],
  gradient: ["background", "gradient"],
  image: ["background", "image"],
  decoration: ["decoration"],
  onLight: ["logo", "onLight"],
  onDark: ["logo", "onDark"],
  size: ["logo", "size"],
  place: ["logo", "place"],
  isAlone: ["logo", "isAlone"],
  headingFont: ["fonts", "heading"],
  bodyFont: ["fonts", "body"],
  weight: ["heading", "weight"],
  letterSpacing: ["heading", "letterSpacing"],
} as const satisfies Record<string, readonly [group: string, member?: string]>;

export type BrandField = keyof typeof paths;

const fields = Object.entries(paths) as [BrandField, readonly [group: string, member?: string]][];

/** A brand as it was entered: the text of each field. Colors may be invalid. */
export type BrandDraft = Readonly<Record<BrandField, string>>;

type Value = string | number | boolean | undefined;

export function createDraft(brand: BrandSettings = {}): BrandDraft {
  const settings = brand as Readonly<Record<string, Value | Readonly<Record<string, Value>>>>;
  const texts = fields.map(([name, [group, member]]) => {
    const found = settings[group];
    const value = typeof found === "object" ? found[member ?? ""] : found;
    return [name, value === false || value === undefined ? "" : String(value)] as const;
  });
  return Object.fromEntries(texts) as BrandDraft;
}

/**
 * The brand of a draft, without what is empty.
 * @throws FieldError if a text is not a color
 */
export function readDraft(draft: BrandDraft): BrandSettings {
  const settings: Record<string, unknown> = {};
  for (const [name, [group, member]] of fields) {
    const value = readField(name, draft[name].trim());
    if (value === undefined) continue;
    settings[group] = member === undefined ? value : { ...(settings[group] as object), [member]: value };
  }
  return settings;
}

function readField(name: BrandField, text: string): Value {
  if (text === "") return undefined;
  if (name === "weight" || name === "letterSpacing") return Number(text);
  if (name === "isAlone") return true;
  if (name !== "gradient" && !colorRoles.some((role) => role === name)) return text;
  const color = parseColor(text);
  if (color === null) throw new FieldError(name, invalidColorText);
  return color;
}

export type Tone = "light" | "dark";

/** Whether the background that was entered is light or dark; undefined if it is derived, or not valid. */
export function toneOf({ ground }: BrandDraft): Tone | undefined {
  const color = parseColor(ground);
  return color ? (isLightGround(color) ? "light" : "dark") : undefined;
}

/** A light or a dark tint of the accent, as the background. */
export function groundOf({ accent }: BrandDraft, tone: Tone): string {
  const color = parseColor(accent) ?? "#000000";
  return tone === "light" ? mix(color, "#ffffff", 0.05) : mix(color, "#000000", 0.1);
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
