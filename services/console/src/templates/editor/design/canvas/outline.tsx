import type { OpenTemplate } from "@placard/template-edit";
import type { EditorPreview } from "../../template-editor.ts";
import { nameOf } from "../names.ts";
import type { SourceBox } from "./boxes.ts";
import { placeOnCard, type Rect } from "./geometry.ts";

/** The name and the size of a box: “Title · 200 × 100”. */
export function labelOf(template: OpenTemplate, box: SourceBox): string {
  return `${nameOf(template, box.element)} · ${Math.round(box.width)} × ${Math.round(box.height)}`;
}

/** A frame on the card. Its label is where it covers no text, if there is such a place. */
export function Outline({
  rect,
  label,
  card,
  look = "",
}: {
  rect: Rect;
  label: string | undefined;
  card: EditorPreview;
  look?: string;
}) {
  const labelHeight = card.height / 10;
  const places = { "": rect.y - labelHeight, "label-below": rect.y + rect.height, "label-inside": rect.y };
  const onCard = Object.entries(places).filter(([, y]) => y >= 0 && y + labelHeight <= card.height);
  const labelWidth = (card.width / 40) * (label?.length ?? 0);
  const coversText = (top: number) =>
    card.boxes.some(({ text }) => {
      if (!text || text.y >= top + labelHeight || text.y + text.height <= top) return false;
      return text.x < rect.x + labelWidth && text.x + text.width > rect.x;
    });
  const [place] = onCard.find(([, y]) => !coversText(y)) ?? onCard[0] ?? ["label-inside"];
  return (
    <div class={`element-box ${look} ${place}`} aria-hidden="true" style={placeOnCard(rect, card)}>
      {label !== undefined && <span>{label}</span>}
    </div>
  );
}
