import type { Frame, Shape } from "./frame.ts";
import { column, row, text, type Box, type Children, type Node } from "./scene.ts";
import { fact, factSize } from "./type-scale.ts";

const graphemes = new Intl.Segmenter("und", { granularity: "grapheme" });

/** The mark of a name: the first letters of its first and last word; one alone in scripts without capitals. */
function initials(name: string): string {
  const words = name.split(" ").filter((word) => /^[\p{L}\p{N}]/u.test(word));
  const [first = firstLetter(name), last] = [words[0], words.at(-1)].map((word) => word && firstLetter(word));
  const hasCapitals = first.toLowerCase() !== first.toUpperCase();
  return words.length > 1 && hasCapitals ? first + last : first;
}

/** The first character of a text, as a reader counts them, that is a letter, a figure or an emoji; as a capital. */
export function firstLetter(value: string): string {
  let first = "";
  for (const { segment } of graphemes.segment(value)) {
    if (/[\p{L}\p{N}\p{Emoji_Presentation}]/u.test(segment)) return segment.toUpperCase();
    first ||= segment;
  }
  return first;
}

/** A disc with a name's initials. `diameter` in pixels. */
export function monogram(
  name: string,
  { diameter, fill, color }: { diameter: number; fill: string; color: string },
): Box {
  const letters = text(initials(name), {
    size: Math.max(8, Math.round(diameter * 0.4)),
    weight: 800,
    color,
    lineHeight: 1.2,
    maxLines: 1,
  });
  return row(
    { width: diameter, height: diameter, radius: diameter, fill, align: "center", justify: "center" },
    [letters],
  );
}

/** A bold label on a rounded ground. */
export function pill(
  frame: Frame,
  label: string | undefined,
  { fill, color, field }: { fill: string; color: string; field: string },
): Box | undefined {
  if (!label) return undefined;
  // Seen from the letters, the room beside them is 1.6 times that above: the line height brings 6 of it along.
  const [edge, side] = [Math.round(factSize(frame) * 0.38), factSize(frame)];
  return row({ fill, shrink: 1, radius: 999, padding: [edge, side, edge, side], align: "center" }, [
    text(label, { ...fact(frame), weight: 800, lineHeight: 1.2, maxLines: 1, color, field }),
  ]);
}

/** Characters of facts that still stand beside each other. */
export const longestRow: Record<Shape, number> = { banner: 0, wide: 44, square: 34, tall: 20, strip: 0 };

/** Facts on one line with a small dot between each two; under each other where there is no width for that. */
export function facts(
  frame: Frame,
  color: string,
  items: readonly { field: string; value: string | undefined }[],
) {
  const texts = items.map(({ field, value }) => text(value, { ...fact(frame), color, field }));
  const shown = texts.filter((item) => item !== undefined);
  if (shown.length === 0) return undefined;
  const length = shown.reduce((sum, item) => sum + item.text.length, 0);
  if (frame.tiny || length > longestRow[frame.shape]) return column({ gap: frame.px(4), shrink: 1 }, shown);
  return row({ gap: frame.px(14), align: "center", shrink: 1 }, withDots(frame, color, shown));
}

function withDots(frame: Frame, color: string, items: readonly Node[]): Children {
  const size = Math.max(3, frame.px(6));
  const dot = row({ width: size, height: size, radius: size, fill: color });
  return items.flatMap((item, index) => (index === 0 ? [item] : [dot, item]));
}
