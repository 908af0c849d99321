import { safeAreasOf } from "@placard/templates/safe-areas";
import { placeArea } from "../../card-form/preview-frame.tsx";
import { formatCount } from "../../components/counts.ts";
import { dataUrlOf } from "../../components/data-url.ts";
import type { DesignTools } from "./editor-page.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The card. With the design tools, its elements are selected and changed on it. */
export function PreviewCanvas({
  editor: { isRendering, preview },
  tools,
  zoom,
  hasGuides,
  hasRulers,
}: {
  editor: TemplateEditor;
  /** Pixels on screen per pixel of the card; 0 fits the card into the page. */
  zoom: number;
  /** Whether to show what platforms cover. */
  hasGuides: boolean;
  hasRulers: boolean;
  /** Undefined until they are loaded. */
  tools: DesignTools | undefined;
}) {
  const card = preview.value;
  const marks = tools?.design.marks;
  const hidden = marks?.pathsOf("hidden") ?? [];
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
              <span>Covered by {name}</span>
            </div>
          )),
        )}
    </>
  );
  return (
    <div class="canvas-frame">
      {hidden.length > 0 && (
        <p class="badge hidden-layers">
          {formatCount(hidden.length, "layer")} hidden while editing ·{" "}
          <button type="button" class="plain" onClick={() => marks?.toggle("hidden", hidden)}>
            Show
          </button>
        </p>
      )}
      {hasRulers && card && (
        <>
          <Ruler axis="x" length={card.width} />
          <Ruler axis="y" length={card.height} />
        </>
      )}
      {tools && card ? (
        <tools.CanvasOverlay
          design={tools.design}
          card={card}
          isBusy={isRendering.value}
          select={tools.select}
        >
          {image}
        </tools.CanvasOverlay>
      ) : (
        <div class="preview-canvas" aria-busy={isRendering.value}>
          {image}
        </div>
      )}
    </div>
  );
}

/** A ruler in pixels of the card, which are numbered by hundreds. CSS draws its ticks. */
function Ruler({ axis, length }: { axis: "x" | "y"; length: number }) {
  const percent = (pixels: number) => `${(100 * pixels) / length}%`;
  const side = axis === "x" ? "left" : "top";
  return (
    <div class={`ruler ${axis}`} aria-hidden="true" style={{ "--tick": percent(20) }}>
      {Array.from({ length: Math.ceil(length / 100) }, (_, index) => (
        <span key={index} style={{ [side]: percent(100 * index) }}>
          {100 * index}
        </span>
      ))}
    </div>
  );
}
