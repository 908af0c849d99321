import { dataUrlOf } from "../../components/data-url.ts";
import type { Design } from "./design/design.ts";
import type { DesignTools } from "./editor-page.tsx";
import type { TemplateEditor } from "./template-editor.ts";

/** The card. With the design tools, its elements are selected and changed on it. */
export function PreviewCanvas({
  editor: { isRendering, preview },
  tools,
  select,
}: {
  editor: TemplateEditor;
  /** Undefined until they are loaded. */
  tools: DesignTools | undefined;
  select: (design: Design, path: string) => void;
}) {
  const card = preview.value;
  const image = card && (
    <img
      src={dataUrlOf(card)}
      width={card.width}
      height={card.height}
      alt="Preview of the template"
      draggable={false}
    />
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
