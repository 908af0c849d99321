/** Characters of scripts whose letters stand in squares, and punctuation in the same fonts. */
const ideographic =
  /[\u1100-\u11ff\u2e80-\u9fff\ua960-\ua97f\uac00-\ud7ff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u;

const ideographicRun = new RegExp(`(?:${ideographic.source}[\\p{M}\\u200d]*)+`, "gu");

/**
 * The offsets in a text between East Asian and other characters, which must be drawn one by one. After an
 * East Asian letter, Pango aligns the lower edges of fonts, not their baselines.
 */
export function scriptRunOffsets(text: string): readonly number[] {
  if (!ideographic.test(text)) return [];
  const offsets = new Set<number>();
  for (const { 0: run, index } of text.matchAll(ideographicRun)) offsets.add(index).add(index + run.length);
  return [...offsets].filter((offset) => offset > 0 && offset < text.length);
}

/** Whether two texts are drawn as one if the second follows the first. */
export function isSameScriptRun(before: string, after: string): boolean {
  return !scriptRunOffsets(before + after).includes(before.length);
}
