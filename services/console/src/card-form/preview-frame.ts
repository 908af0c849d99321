import type { ImageFormat, ImageWarning } from "@placard/client";
import { imageLimits } from "@placard/contracts/image-limits";
import { safeAreasOf } from "@placard/templates/safe-areas";
import { dataUrlOf } from "../data-url.ts";
import { createElement } from "../elements.ts";
import { formatBytes } from "../format-bytes.ts";
import { describeError } from "../message.ts";
import type { Note } from "./notes.ts";
import { formatNames } from "./output-fields.ts";

/** A rendered card. */
export interface RenderedCard {
  /** The encoded image, in base64. */
  image: string;
  format: ImageFormat;
  /** The quality that was chosen; undefined if it is the one in the request. */
  quality?: number;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  warnings: readonly ImageWarning[];
}

/** The preview of a card. Its frame has the same size for all images, so that nothing moves when the image changes. */
export interface PreviewFrame {
  frame: HTMLElement;
  /** The status, the safe areas, facts, and what is not shown at a field. */
  details: HTMLElement;
  /** Marks the preview as busy. The previous image stays visible. */
  showRendering: () => void;
  /** @param title for the alternative text */
  showCard: (card: RenderedCard, title: string, durationMs: number) => void;
  /** Shows why there is no new image. @param message replaces the error's own message */
  showError: (error: unknown, message?: string) => void;
  /** Shows notes that belong to no field. */
  showNotes: (notes: readonly Note[]) => void;
  clear: () => void;
}

/** Creates a preview. @param id unique on the page */
export function createPreviewFrame(id: string): PreviewFrame {
  const image = createElement("img", { className: "preview-image", alt: "", hidden: true });
  const safeAreas = createElement("div", { className: "safe-areas", ariaHidden: "true", hidden: true });
  const canvas = createElement("div", { className: "preview-card" }, image, safeAreas);
  const frame = createElement("div", { className: "image-frame" }, canvas);
  const status = createElement("div", { className: "preview-status", role: "status", "aria-live": "polite" });
  const toggle = createElement("input", { type: "checkbox", "aria-describedby": `${id}-safe-area-hint` });
  const safeAreaHint = createElement("p", { id: `${id}-safe-area-hint`, className: "hint safe-area-hint" });
  const facts = createElement("dl", { className: "preview-facts" });
  const list = createElement("ul", { className: "warnings", "aria-label": "Warnings" });
  const details = createElement(
    "div",
    { className: "preview-status-row" },
    status,
    createElement("label", { className: "checkbox" }, toggle, createElement("span", {}, "Show safe area")),
    safeAreaHint,
    list,
  );
  details.append(facts);
  let shown: RenderedCard | undefined;
  toggle.addEventListener("change", showSafeAreas);

  /** Covers the parts of the card over which platforms draw. */
  function showSafeAreas() {
    safeAreas.hidden = !toggle.checked;
    safeAreas.replaceChildren();
    safeAreaHint.textContent = "";
    if (!toggle.checked || !shown) return;
    // The size of the card, because that of the image element changes after the layout.
    const areas = safeAreasOf(shown);
    const rectangles = areas.flatMap(({ name, covered }) => covered.map((rect) => ({ name, ...rect })));
    safeAreas.replaceChildren(
      ...rectangles.map(({ name, x, y, width, height }) => {
        const rectangle = createElement("div", {}, createElement("span", {}, name));
        const percent = (value: number) => `${value * 100}%`;
        Object.assign(rectangle.style, {
          left: percent(x),
          top: percent(y),
          width: percent(width),
          height: percent(height),
        });
        return rectangle;
      }),
    );
    const names = areas.map(({ name }) => name).join(" and ");
    safeAreaHint.textContent = names
      ? `${names} may draw over the hatched parts. Keep text out of them.`
      : "No platform draws over images of this shape.";
  }

  function showStatus(paragraphs: readonly HTMLElement[], isError: boolean) {
    frame.ariaBusy = "false";
    frame.classList.toggle("failed", isError);
    status.classList.toggle("failed", isError);
    status.replaceChildren(...paragraphs);
  }

  return {
    frame,
    details,
    showRendering() {
      frame.ariaBusy = "true";
    },
    showCard(card, title, durationMs) {
      const { width, height, format, quality, warnings } = card;
      shown = card;
      image.src = dataUrlOf(card);
      Object.assign(image, { width, height, hidden: false });
      image.alt = `Image “${title.replaceAll("\n", " ")}”, ${width} by ${height} pixels`;
      canvas.style.aspectRatio = `${width} / ${height}`;
      // The height of the frame in which an image of this shape has the width of the frame.
      canvas.style.setProperty("--ratio", String(width / height));
      showSafeAreas();
      const bytes = (card.image.length * 3) / 4;
      const pairs = [
        ["Dimensions", `${width} × ${height}`],
        ["Format", formatNames[format] + (quality === undefined ? "" : `, quality ${quality}`)],
        ["File size", formatBytes(bytes)],
        ...listAcceptance(bytes),
        ["Rendered in", `${Math.round(durationMs)} ms`],
      ].map(([name, value]) =>
        createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, value)),
      );
      facts.replaceChildren(...pairs);
      const count = warnings.length;
      const text =
        count === 0 ? "Up to date." : `Up to date, with ${count === 1 ? "1 warning" : `${count} warnings`}.`;
      showStatus([createElement("p", {}, text)], false);
    },
    showError(error, message) {
      showStatus(message === undefined ? describeError(error) : [createElement("p", {}, message)], true);
    },
    showNotes(notes) {
      list.replaceChildren(
        ...notes.map(({ pointer, message }) =>
          createElement(
            "li",
            {},
            createElement("strong", {}, `${pointer.slice(1).replaceAll("/", " ")}: `),
            message,
          ),
        ),
      );
    },
    clear() {
      image.removeAttribute("src");
      image.hidden = true;
      shown = undefined;
      showSafeAreas();
      for (const element of [facts, list, status]) element.replaceChildren();
    },
  };
}

/** Which services show an image of a size in link previews, as facts. */
function listAcceptance(bytes: number): string[][] {
  const accepting = imageLimits.filter(({ maxBytes }) => bytes <= maxBytes).map(({ name }) => name);
  const refusing = imageLimits
    .filter(({ maxBytes }) => bytes > maxBytes)
    .map(({ name, maxBytes }) => `${name} (${formatBytes(maxBytes)})`);
  return [
    ["Accepted by", accepting.join(", ")],
    ["Too large for", refusing.join(", ")],
  ].filter(([, names]) => names);
}
