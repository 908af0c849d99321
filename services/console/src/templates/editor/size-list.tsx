import type { ElementBox, TemplatePreview } from "@placard/client";
import { safeAreasOf, type CardRect } from "@placard/templates/safe-areas";
import { previewSizes } from "@placard/templates/samples";
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { warningText } from "../../card-form/notes.tsx";
import { limitsOf } from "../../card-form/file-limits.ts";
import { formatLabel } from "../../card-form/output-fields.tsx";
import { formatCount } from "../../components/counts.ts";
import { dataUrlOf } from "../../components/data-url.ts";
import { formatBytes } from "@placard/contracts/format-bytes";
import type { EditorPreview, PreviewSize, TemplateEditor } from "./template-editor.ts";

/**
 * What a designer may not notice at a size:
 *
 * - Texts are too small for a phone.
 * - A platform draws over a text or a small image, such as a logo.
 * - The file is too large for a platform.
 */
export function remarksOn(card: TemplatePreview): string[] {
  const { boxes, width, height, format } = card;
  const isInner = ({ path }: ElementBox) => boxes.every((other) => !other.path.startsWith(`${path}/`));
  const inner = boxes.filter((box) => box.path !== "" && isInner(box));
  // Not photos, which may reach to the edges, and not lines.
  const isSmall = (box: ElementBox) =>
    box.width < width / 2 && box.height < height / 4 && Math.min(box.width, box.height) > 16;
  const details = [
    ...boxes.flatMap(({ text }) => text ?? []),
    ...inner.filter((box) => !box.text && isSmall(box)),
  ];
  // On phones, link cards are about 400 pixels wide, whatever their size, and others fill the width.
  const readable = width > 1.5 * height ? Math.round(width / 60) : 30;
  const sizes = boxes.flatMap(({ text }) => text?.fontSize ?? []);
  const isCovered = (area: CardRect) =>
    details.some(
      ({ x, y, width: textWidth, height: textHeight }) =>
        x < (area.x + area.width) * width &&
        x + textWidth > area.x * width &&
        y < (area.y + area.height) * height &&
        y + textHeight > area.y * height,
    );
  return [
    ...(Math.min(...sizes) < readable
      ? [`Texts below ${readable} px are hard to read on a phone: raise their “Smallest” font size`]
      : []),
    ...safeAreasOf({ width, height }).flatMap(({ name, covered }) =>
      covered.some(isCovered)
        ? [`On ${name}, the platform covers a text or a small image: raise “Space inside” of the card`]
        : [],
    ),
    ...limitsOf(card).refusing.map(
      ({ name, maxBytes }) =>
        `Larger than ${formatBytes(maxBytes)} as ${formatLabel(format)}: too large for ${name}`,
    ),
  ];
}

/**
 * The draft at all sizes. The other sizes are rendered after the canvas, one after the other, so that neither
 * the canvas nor other users wait for more than one of them.
 */
export function SizeList({ editor, show }: { editor: TemplateEditor; show: (size: PreviewSize) => void }) {
  const { size, preview, isRendering, warningsElsewhere } = editor;
  /** By sizes, with the canvas that each was rendered for. */
  const cards = useSignal<
    Readonly<Record<string, { card: TemplatePreview | undefined; canvas: EditorPreview }>>
  >({});
  const canvas = preview.value;
  const isBusy = isRendering.value;

  useEffect(() => {
    if (isBusy || !canvas) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    async function renderOthers(shownCard: EditorPreview) {
      const { html, data, width, height } = shownCard;
      const isOnCanvas = (each: PreviewSize) => each.width === width && each.height === height;
      const shown = previewSizes.find(isOnCanvas);
      const keep = (name: string, card: TemplatePreview | undefined) =>
        (cards.value = {
          ...cards.value,
          [name]: { card: card ?? cards.value[name]?.card, canvas: shownCard },
        });
      if (shown) keep(shown.name, shownCard);
      for (const each of previewSizes) {
        const document = editor.validDocument();
        if (!document || signal.aborted || isOnCanvas(each)) continue;
        const shownDocument = { ...document, html: editor.hideLayers.value(html) };
        const card = await editor.draw(shownDocument, data, each, signal).catch(() => undefined);
        if (!signal.aborted) keep(each.name, card);
      }
    }
    void renderOthers(canvas);
    return () => controller.abort();
  }, [canvas, isBusy]);

  const warningsOf = ({ name }: PreviewSize) => cards.value[name]?.card?.warnings ?? [];
  const elsewhere = previewSizes
    .filter((each) => each !== size.value)
    .reduce((count, each) => count + warningsOf(each).length, 0);
  useEffect(() => {
    warningsElsewhere.value = elsewhere;
    return () => (warningsElsewhere.value = 0);
  }, [elsewhere]);
  return (
    <div class="size-list" role="group" aria-label="All sizes">
      {previewSizes.map((each) => {
        const { card, canvas: renderedFor } = cards.value[each.name] ?? {};
        const warnings = warningsOf(each).map(warningText);
        return (
          <div key={each.name} role="group" aria-label={each.name}>
            <button
              type="button"
              class="plain"
              aria-pressed={each === size.value}
              aria-busy={renderedFor !== canvas}
              onClick={() => show(each)}
            >
              <span class="size-card" style={{ "--width": each.width, "--height": each.height }}>
                {card && <img src={dataUrlOf(card)} alt="" width={each.width} height={each.height} />}
              </span>
              {each.name} <small>{`${each.width} × ${each.height}`}</small>
            </button>
            {warnings.length > 0 && (
              <strong class="problem-status warning">{formatCount(warnings.length, "warning")}</strong>
            )}
            {[...warnings, ...(card ? remarksOn(card).map((text) => `${text}.`) : [])].map((text) => (
              <p class="hint">{text}</p>
            ))}
          </div>
        );
      })}
    </div>
  );
}
