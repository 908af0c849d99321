import { safeAreasOf, type CardRect } from "@placard/templates/safe-areas";
import { dataUrlOf } from "../../components/data-url.ts";
import type { Design } from "./design/design.ts";
import type { DesignTools } from "./editor-page.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The card. With the design tools, its elements are selected and changed on it. */
export function PreviewCanvas({
  editor: { isRendering, preview },
  tools,
  select,
  zoom,
  hasGuides,
}: {
  editor: TemplateEditor;
  /** Pixels on screen per pixel of the card; 0 fits the card into the page. */
  zoom: number;
  /** Whether to show what platforms cover. */
  hasGuides: boolean;
  /** Undefined until they are loaded. */
  tools: DesignTools | undefined;
  select: (design: Design, path: string) => void;
}) {
  const card = preview.value;
  const image = card && (
    <>
      <img
        src={dataUrlOf(card)}
        width={card.width}
        height={card.height}
        style={
          zoom === 0 ? undefined : { width: `${card.width * zoom}px`, maxWidth: "none", maxHeight: "none" }
        }
        alt="Preview of the template"
        draggable={false}
      />
      {hasGuides &&
        safeAreasOf(card).flatMap(({ name, covered }) =>
          covered.map((area) => (
            <div class="safe-area" key={`${name} ${area.y}`} style={placeArea(area)}>
              <span>{name} covers this</span>
            </div>
          )),
        )}
    </>
  );
  if (tools && card)
    return (
      <tools.CanvasOverlay design={tools.design} card={card} isBusy={isRendering.value} select={select}>
        {image}
      </tools.CanvasOverlay>
    );
  return (
    <div class="preview-canvas" aria-busy={isRendering.value}>
      {image}
    </div>
  );
}

function placeArea({ x, y, width, height }: CardRect) {
  const percent = (value: number) => `${value * 100}%`;
  return { left: percent(x), top: percent(y), width: percent(width), height: percent(height) };
}
