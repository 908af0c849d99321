import type { Style } from "@placard/templates/scene";
import type { Matrix } from "../paint/matrix.ts";
import type { Rect } from "./placed.ts";

/** Which way lines of text are turned by 90 degrees. */
export type Turn = "right" | "left";

/** Undefined if the lines are horizontal. */
export function turnOf({ writingMode }: Style): Turn | undefined {
  if (writingMode === "horizontal-tb") return undefined;
  return writingMode === "sideways-lr" ? "left" : "right";
}

/** Letters that stand upright in lines from top to bottom (UAX 50, the letters of most fonts that have U). */
const uprightLetter =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Extended_Pictographic}\u3001\u3002\uff01-\uff07\uff0a-\uff0c\uff0f-\uff19\uff1f-\uff3a]/u;

export function isUpright(letter: string, { writingMode }: Style): boolean {
  return writingMode.startsWith("vertical") && letter !== "\u30fc" && uprightLetter.test(letter);
}

/** From the coordinates of turned lines to coordinates of the card. */
export const turnMatrices: Readonly<Record<Turn, Matrix>> = {
  right: [0, 1, -1, 0, 0, 0],
  left: [0, -1, 1, 0, 0, 0],
};

/** The place on the card of something in lines that may be turned. */
export function turnedRect({ x, y, width, height }: Rect, turn: Turn | undefined): Rect {
  if (turn === undefined) return { x, y, width, height };
  return turn === "right"
    ? { x: -y - height, y: x, width: height, height: width }
    : { x: y, y: -x - width, width: height, height: width };
}
