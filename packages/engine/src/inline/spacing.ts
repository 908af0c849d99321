import type { Percent, Style } from "@placard/templates/scene";

/** Pixels between letters or words. A percentage is of the size of the text. */
export function resolveSpacing(
  spacing: Style["letterSpacing"],
  { size, em }: { readonly size: number; readonly em: number },
): number {
  if (typeof spacing === "number") return spacing;
  return isPercent(spacing) ? (size * spacing.percent) / 100 : spacing.em * em;
}

export function isPercent(spacing: Style["letterSpacing"]): spacing is Percent {
  return typeof spacing === "object" && "percent" in spacing;
}
