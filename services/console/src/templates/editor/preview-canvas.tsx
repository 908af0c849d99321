import type { ElementBox } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { dataUrlOf } from "../../components/data-url.ts";
import type { Design } from "./design/design.ts";
import { InPlaceText } from "./in-place-text.tsx";
import type { EditorPreview, TemplateEditor } from "./template-editor.ts";

/** A box with the path of its element in the source. */
export interface SourceBox extends ElementBox {
  source: string;
  name: string;
}

/** The card with the boxes of its elements: a click selects one, and a double click edits its text. */
export function PreviewCanvas({
  editor: { isRendering, preview },
  design,
  select,
}: {
  editor: TemplateEditor;
  /** Undefined until it is loaded. */
  design: Design | undefined;
  select: (design: Design, path: string) => void;
}) {
  const card = preview.value;
  const hovered = useSignal<SourceBox | undefined>(undefined);
  /** Whose text is edited. */
  const edited = useSignal<SourceBox | undefined>(undefined);
  const boxes = useMemo(() => (card ? nameBoxes(card, design) : []), [card, design]);
  const path = design?.selected.value?.path;
  const selected = boxes.filter(({ source }) => source === path);

  const boxAt = ({ offsetX, offsetY, currentTarget }: MouseEvent) => {
    const { naturalWidth, clientWidth } = currentTarget as HTMLImageElement;
    const scale = naturalWidth / clientWidth;
    return findBox(boxes, offsetX * scale, offsetY * scale);
  };

  return (
    <div
      class="preview-canvas"
      aria-busy={isRendering.value}
      onPointerLeave={() => (hovered.value = undefined)}
    >
      {card && (
        <img
          src={dataUrlOf(card)}
          width={card.width}
          height={card.height}
          alt="Preview of the template"
          onPointerMove={(event) => (hovered.value = boxAt(event))}
          onClick={(event) => {
            const box = boxAt(event);
            if (design && box) select(design, box.source);
          }}
          onDblClick={(event) => (edited.value = boxAt(event))}
        />
      )}
      {card && selected.map((box) => <Highlight key={box.path} box={box} card={card} look="selected" />)}
      {card && hovered.value && <Highlight box={hovered.value} card={card} />}
      {card && design && edited.value && (
        <InPlaceText
          key={edited.value.path}
          design={design}
          path={edited.value.source}
          place={placeOnCard(edited.value, card)}
          close={() => (edited.value = undefined)}
        />
      )}
    </div>
  );
}

function Highlight({ box, card, look = "" }: { box: SourceBox; card: EditorPreview; look?: string }) {
  return (
    <div
      class={`element-box ${look} ${box.y < card.height / 10 ? "label-inside" : ""}`}
      aria-hidden="true"
      style={placeOnCard(box, card)}
    >
      <span>{`${box.name} · ${Math.round(box.width)} × ${Math.round(box.height)}`}</span>
    </div>
  );
}

/** A box in percent of the card. */
function placeOnCard(box: ElementBox, card: { width: number; height: number }) {
  const percent = (value: number, of: number) => `${(value / of) * 100}%`;
  return {
    left: percent(box.x, card.width),
    top: percent(box.y, card.height),
    width: percent(box.width, card.width),
    height: percent(box.height, card.height),
  };
}

function nameBoxes({ boxes, html }: EditorPreview, design: Design | undefined): SourceBox[] {
  const names = design?.namesOf(html);
  return boxes.map((box) => {
    const source = box.path.replaceAll(/:\d+/g, "");
    return { ...box, source, name: names?.get(source) ?? box.path };
  });
}

/** The smallest box at a point. */
function findBox(boxes: readonly SourceBox[], x: number, y: number): SourceBox | undefined {
  return boxes
    .filter((box) => x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height)
    .toSorted((a, b) => a.width * a.height - b.width * b.height)[0];
}
