import { contrastRatio, formatRatio, parseHex } from "@placard/templates/color";
import type { ColorRole } from "./brand-draft.ts";

/** The lowest contrast ratios of text and of large text (WCAG 2.2, success criterion 1.4.3). */
const [minRatio, minLargeRatio] = [4.5, 3];

const pairs = [
  ["Headlines on the background", "ink", "ground"],
  ["Supporting text on the background", "muted", "ground"],
  ["Accent on the background", "accent", "ground"],
  ["Text on the accent", "onAccent", "accent"],
] as const;

/** The text and background colors of a brand with their contrast. */
export function ContrastList({ colors }: { colors: Readonly<Record<ColorRole, string>> }) {
  return (
    <ul class="contrast" aria-label="Contrast">
      {pairs.map(([label, text, background]) => {
        const ratio = contrastRatio(parseHex(colors[text]), parseHex(colors[background]));
        const isReadable = ratio >= minRatio;
        const ratioText = formatRatio(ratio);
        const texts = ratio < minLargeRatio ? "" : " in small text";
        return (
          <li class={isReadable ? "row" : "row low"}>
            <span
              class="contrast-sample"
              aria-hidden="true"
              style={{ color: colors[text], backgroundColor: colors[background] }}
            />
            <span>{label} </span>
            <strong>
              {isReadable ? ratioText : `${ratioText}, hard to read${texts}: needs ${minRatio}:1`}
            </strong>
          </li>
        );
      })}
    </ul>
  );
}
