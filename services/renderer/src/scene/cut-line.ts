import { widthOf, type Type } from "./text-width.ts";
import type { Word } from "./words.ts";

const ellipsis = "…";

/** What no ellipsis follows: space, marks that open or divide, and vowels that wait for their consonant. */
const dangling =
  /[\s\p{Ps}\p{Pi}\p{Pd}\p{Pc}.,;:·•!?"'…¿¡&+/|、。，．！？：；・،؛؟।\u0e40-\u0e44\u0ec0-\u0ec4]+$/u;

/** Share of a line that is given up for a cut between words rather than in one. */
const worthAWord = 0.25;

/**
 * As much of an overfull line as leaves room for an ellipsis within `width` (ems): whole words where that costs little,
 * whole letters anyway.
 */
export function cutLine(words: readonly Word[], type: Type, width: number): string {
  const room = width - widthOf(ellipsis, type);
  const whole = fill(words, room);
  if (whole.used >= width * (1 - worthAWord)) return close(whole.text);
  const letters = words.slice(whole.count).flatMap((word) => word.letters());
  return close(whole.text + fill(letters, room - whole.used).text);
}

/** The first words that fit into `room`, and their width with the spaces between and behind them. */
function fill(words: readonly Word[], room: number): { text: string; used: number; count: number } {
  let [text, used, count] = ["", 0, 0];
  for (const word of words) {
    if (used + word.width > room) break;
    text += word.text + word.space;
    used += word.width + word.spaceWidth;
    count++;
  }
  return { text, used, count };
}

function close(text: string): string {
  return text.replace(dangling, "") + ellipsis;
}
