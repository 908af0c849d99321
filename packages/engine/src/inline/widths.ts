import { getOrInsert } from "@placard/contracts/maps";
import { createCanvas } from "canvas";
import { LRUCache } from "lru-cache";
import type { Language } from "../fonts/language.ts";
import type { FontWeight } from "@placard/templates/scene";
import { isTrimmed, trimmedWidth } from "./punctuation-trim.ts";

/** The fonts that texts of a style are measured in. */
export interface MeasuredFont {
  /** Unique in an engine. */
  readonly id: number;
  readonly weight: FontWeight;
  readonly style: "normal" | "italic";
  /** The CSS families, fallbacks included, for `context.font`. */
  readonly families: string;
}

/** Widths are proportional to the size (checked from 12 to 200 px), so one measurement serves every size. */
const referenceSize = 100;

/** Characters that are all equally wide: one measurement (40 µs) serves a title of 300 different ones. */
const han = /^\p{Script=Han}$/u;
const emoji = /^\p{Emoji_Presentation}$/u;

/** Characters that may be kerned with each other; pairs of all others are not measured. */
const kerned =
  /^[!-@[-`{-~\u00a0-\u00bf\u2010-\u205e\u3000-\u30ff\uff00-\uffef\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]$/u;

/** Fonts kern no pair of these across a space, and most words end and start with them. */
const smallLetter = /^[a-z0-9]$/;

/** ZERO WIDTH NON-JOINER: letters around it are kerned, but not joined. */
const nonJoiner = "\u200c";

/** The memory for measurements, in bytes: some 13,000. */
const maxBytes = 2 * 1024 * 1024;

/** What a measurement takes besides its key, in bytes. */
const entryBytes = 140;

/** Measures texts and remembers what it has measured. */
export class TextWidths {
  readonly #measured = new LRUCache<string, number>({
    maxSize: maxBytes,
    sizeCalculation: (_, key) => key.length + entryBytes,
  });
  readonly #context = createCanvas(1, 1).getContext("2d");
  #contextFont: MeasuredFont | undefined;

  /** The width of a text in ems. */
  widthOf(text: string, font: MeasuredFont, language: Language): number {
    const isOneWide = text.length <= 2 && text > "\u2000";
    const measured = !isOneWide ? text : han.test(text) ? "字" : emoji.test(text) ? "😀" : text;
    const key = `${language}${font.id} ${measured}`;
    return getOrInsert(this.#measured, key, () => this.#measure(measured, font, language));
  }

  #measure(text: string, font: MeasuredFont, language: Language): number {
    if (this.#contextFont !== font) {
      this.#context.font = `${font.style} ${font.weight} ${referenceSize}px ${font.families}`;
      this.#contextFont = font;
    }
    this.#context.lang = language;
    return this.#context.measureText(text).width / referenceSize;
  }

  /**
   * The kerning between two texts in ems: negative if they are set closer than their widths say. If `before`
   * ends with a space, it includes the kerning of the space with both neighbors. A ligature counts as
   * kerning, unless `isSpaced`: letters with spacing are not joined.
   */
  kerningOf(
    before: string,
    after: string,
    font: MeasuredFont,
    language: Language,
    isSpaced: boolean,
  ): number {
    const hasSpace = before.length > 1 && before.endsWith(" ");
    const first = before.at(hasSpace ? -2 : -1) ?? "";
    const second = after[0] ?? "";
    if (hasSpace && smallLetter.test(first) && smallLetter.test(second)) return 0;
    const between = hasSpace ? " " : isSpaced && second > " " && second < "\u3000" ? nonJoiner : "";
    const joined = `${first}${between}${second}`;
    return getOrInsert(this.#measured, `${language}${font.id}+${joined}`, () => {
      let kerning = 0;
      if (isKerned(first, second, hasSpace)) {
        const start = hasSpace ? `${first} ` : first;
        const separate = this.widthOf(start, font, language) + this.widthOf(second, font, language);
        kerning = this.widthOf(joined, font, language) - separate;
      }
      if (second > "\u3000" && isTrimmed(first, second, language)) kerning -= trimmedWidth;
      return kerning;
    });
  }
}

function isKerned(first: string, second: string, hasSpace: boolean): boolean {
  if (!hasSpace && first !== " " && second !== " ") return kerned.test(first) && kerned.test(second);
  // Browsers take spaces from the first font of the style, which does not kern them with letters of another.
  return [first, second].every(
    (character) => character === " " || (character < "\u3000" && kerned.test(character)),
  );
}
