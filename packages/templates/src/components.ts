import type { Frame, Shape } from "./frame.ts";
import { initials } from "./initials.ts";
import { column, row, text, type Box, type Children, type Node } from "./scene.ts";
import { detailFontSize, detailStyle } from "./text-styles.ts";

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

/** A bold label on a rounded shape. */
export function pill(
  frame: Frame,
  label: string | undefined,
  { fill, color, field }: { fill: string; color: string; field: string },
): Box | undefined {
  if (!label) return undefined;
  // The line height adds to the space above the letters: the visible space beside them is 1.6 times that above.
  const [paddingY, paddingX] = [Math.round(detailFontSize(frame) * 0.38), detailFontSize(frame)];
  return row(
    { fill, shrink: 1, radius: 999, padding: [paddingY, paddingX, paddingY, paddingX], align: "center" },
    [text(label, { ...detailStyle(frame), weight: 800, lineHeight: 1.2, maxLines: 1, color, field })],
  );
}

/** The largest total length, in characters, of details that are placed side by side. */
export const longestRow: Record<Shape, number> = { banner: 0, wide: 44, square: 34, tall: 20, strip: 0 };

/** Details on one line, separated by small dots; below each other if the canvas is too narrow for one line. */
export function detailsRow(
  frame: Frame,
  color: string,
  details: readonly { field: string; value: string | undefined }[],
): Box | undefined {
  const texts = details
    .map(({ field, value }) => text(value, { ...detailStyle(frame), color, field }))
    .filter((detail) => detail !== undefined);
  if (texts.length === 0) return undefined;
  const length = texts.reduce((sum, detail) => sum + detail.text.length, 0);
  if (frame.isTiny || length > longestRow[frame.shape]) return column({ gap: frame.px(4), shrink: 1 }, texts);
  return row({ gap: frame.px(14), align: "center", shrink: 1 }, separateByDots(frame, color, texts));
}

function separateByDots(frame: Frame, color: string, nodes: readonly Node[]): Children {
  const size = Math.max(3, frame.px(6));
  const dot = row({ width: size, height: size, radius: size, fill: color });
  return nodes.flatMap((node, index) => (index === 0 ? [node] : [dot, node]));
}
