import type { Style } from "@placard/templates/scene";
import type { Matrix } from "../paint/matrix.ts";
import type { Rect } from "./placed.ts";

/** Whether lines of text run down the card: they are laid out horizontally, and turned to the right. */
export function hasVerticalLines({ writingMode }: Style): boolean {
  return writingMode === "vertical-rl";
}

/** Letters that stand upright in lines from top to bottom (UAX 50, the letters of most fonts that have U). */
const uprightLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Extended_Pictographic}\u3001\u3002\uff01-\uff07\uff0a-\uff0c\uff0f-\uff19\uff1f-\uff3a]/u;

export function isUpright(letter: string, style: Style): boolean {
  return hasVerticalLines(style) && letter !== "\u30fc" && uprightLetter.test(letter);
}

/** From the coordinates of turned lines to coordinates of the card. */
export const turn: Matrix = [0, 1, -1, 0, 0, 0];

/** From the coordinates of the card to those of turned lines. */
export const turnBack: Matrix = [0, -1, 1, 0, 0, 0];

/** The place on the card of something in lines that may be turned. */
export function turnedRect({ x, y, width, height }: Rect, isVertical: boolean | undefined): Rect {
  return isVertical ? { x: -y - height, y: x, width: height, height: width } : { x, y, width, height };
}
