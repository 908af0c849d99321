import { Type, type TOptional, type TString } from "typebox";

/** Longest values, in code points. */
const longest = { line: 120, title: 300, paragraph: 1000, url: 2048 } as const;

/** At least one character that leaves a mark: no space, control, format or filler character (U+2800 is blank braille). */
export const visible = "[^\\p{Z}\\p{Cc}\\p{Cf}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u2800]";

/** The schema of a card's headline, which every card must have. */
export function headline(description: string): TString {
  return Type.String({ description, maxLength: longest.title, pattern: visible });
}

/** The schema of a short text that a card must have. */
export function requiredLine(description: string): TString {
  return Type.String({ description, maxLength: longest.line, pattern: visible });
}

/** The schema of a short text that may be left out. */
export function line(description: string): TOptional<TString> {
  return Type.Optional(Type.String({ description, maxLength: longest.line }));
}

/** The schema of a longer text that may be left out. */
export function paragraph(description: string): TOptional<TString> {
  return Type.Optional(Type.String({ description, maxLength: longest.paragraph }));
}

/** The schema of an absolute http or https URL that may be left out. */
export function url(description: string): TOptional<TString> {
  return Type.Optional(Type.String({ description, maxLength: longest.url, format: "http-url" }));
}

const visibleCharacter = new RegExp(visible, "u");

/** The fields that show anything: one of zero-width characters alone counts as left out. */
export function visibleFields(data: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => visibleCharacter.test(value)));
}
