import type { SvgText, SvgTextRun } from "@placard/templates/scene";
import { emOf } from "../fitted-sizes.ts";
import type { InlineLayout } from "../inline-content.ts";
import type { PlacedSvgRun, TextFragment } from "../placed.ts";
import { pixels } from "./lengths.ts";
import type { ReplacedBox } from "./replaced.ts";
import { moveText } from "../move-text.ts";

/**
 * Places the texts of an inline SVG (SVG 2, section 11.7.3): each starts where the one before it ends, or at
 * its own position, at which it is aligned with what follows.
 */
export function placeSvgText(
  { runs, viewBox }: SvgText,
  { texts, sizes }: Pick<ReplacedBox, "texts" | "sizes">,
  box: { readonly width: number; readonly height: number },
): PlacedSvgRun[] {
  const { width, height } = viewBox ?? box;
  const placed: PlacedSvgRun[] = [];
  let [x, y] = [0, 0];
  /** The first run that is aligned with the current one, and where it starts. */
  let [first, start] = [0, 0];
  const align = () => {
    const chunk = placed.splice(first);
    if (!chunk[0]) return;
    const { anchor, node } = chunk[0].run;
    const share = { start: 0, middle: 0.5, end: 1 }[anchor];
    const shift = (node.style.direction === "rtl" ? share - 1 : -share) * (x - start);
    for (const each of chunk)
      placed.push({ ...each, fragments: each.fragments.map((fragment) => moveText(fragment, shift, 0)) });
  };
  for (const [index, run] of runs.entries()) {
    const em = emOf(run.node.fit, sizes);
    const isPlaced = run.x !== undefined || run.y !== undefined;
    if (isPlaced) align();
    x = (run.x === undefined ? x : pixels(run.x, width, em)) + pixels(run.dx, width, em);
    y = (run.y === undefined ? y : pixels(run.y, height, em)) + pixels(run.dy, height, em);
    if (isPlaced) [first, start] = [index, x];
    const layout = texts[index]!(sizes).layOut(Infinity);
    const fragments = layout.lines.flatMap((line) =>
      line.fragments.filter((fragment) => fragment.kind === "text"),
    );
    const left = Math.min(...fragments.map((fragment) => fragment.x));
    const [{ baseline } = { baseline: 0 }] = fragments;
    const raise = fragments[0] ? distanceOf(run.baseline, fragments[0], layout) : 0;
    placed.push({
      run,
      em,
      fragments: fragments.map((fragment) => moveText(fragment, x - left, y + raise - baseline)),
    });
    x += fragments.reduce((sum, fragment) => sum + fragment.width, 0);
  }
  align();
  return placed;
}

/** How far the alphabetic baseline is below another one (CSS Inline 3, section 4.2; as in Chromium). */
function distanceOf(
  name: SvgTextRun["baseline"],
  { y, height, baseline }: TextFragment,
  { xHeight }: InlineLayout,
): number {
  const ascent = baseline - y;
  const descent = height - ascent;
  const distances: Readonly<Record<SvgTextRun["baseline"], number>> = {
    auto: 0,
    alphabetic: 0,
    middle: xHeight / 2,
    central: (ascent - descent) / 2,
    hanging: 0.8 * ascent,
    mathematical: 0.5 * ascent,
    "text-before-edge": ascent,
    "text-top": ascent,
    ideographic: -descent,
    "text-after-edge": -descent,
    "text-bottom": -descent,
  };
  return distances[name];
}
