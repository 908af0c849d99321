import { visiblePattern } from "@placard/contracts";
import { Type, type TOptional, type TString } from "typebox";

/** Maximum lengths, in code points. */
const maxLengths = { line: 120, title: 300, paragraph: 1000, url: 2048 } as const;

/** The schema of a card's headline, which is required. */
export function headline(description: string): TString {
  return Type.String({ description, maxLength: maxLengths.title, pattern: visiblePattern });
}

/** The schema of a required short text. */
export function requiredLine(description: string): TString {
  return Type.String({ description, maxLength: maxLengths.line, pattern: visiblePattern });
}

/** The schema of an optional short text. */
export function line(description: string): TOptional<TString> {
  return Type.Optional(Type.String({ description, maxLength: maxLengths.line }));
}

/** The schema of an optional longer text. */
export function paragraph(description: string): TOptional<TString> {
  return Type.Optional(Type.String({ description, maxLength: maxLengths.paragraph }));
}

/** The schema of an optional remote image: an absolute http or https URL. */
export function imageUrl(description: string): TOptional<TString> {
  return Type.Optional(Type.String({ description, maxLength: maxLengths.url, format: "image-url" }));
}
