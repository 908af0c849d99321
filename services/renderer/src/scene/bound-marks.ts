/** Marks that stand between spaces but belong to the words before them: dashes, French punctuation, the per cent sign. */
const boundToBefore = /^[–—―»›·|:;!?%‰](?:\s|$)/u;

/** Opening marks with a space behind them, as in French. */
const boundToAfter = /(?:^|\s)[«‹„“(]\s$/u;

/** Korean is read by its words, which spaces divide; Annex 14 would break between any two syllables. */
const korean = /\p{Script=Hangul}$/u;
const koreanFirst = /^\p{Script=Hangul}/u;

/** Whether a line had better not end at a place in a text, though Annex 14 allows it to. */
export function bound(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 3), at);
  const after = text.slice(at, at + 2);
  return (
    boundToBefore.test(after) || boundToAfter.test(before) || (korean.test(before) && koreanFirst.test(after))
  );
}
