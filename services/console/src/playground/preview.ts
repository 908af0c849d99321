import { createElement, getElement } from "../elements.ts";
import { describeError } from "../message.ts";
import { sameOriginUrl, type RenderedPreview } from "./live-preview.ts";

const imageElement = getElement("preview-image", HTMLImageElement);
const link = getElement("preview-link", HTMLAnchorElement);

/** Marks the preview as busy. The previous image stays visible. */
export function showRendering() {
  getElement("preview").ariaBusy = "true";
}

/**
 * Shows an image and the API's metadata.
 * @param title for the alternative text
 */
export function showRendered({ image, cache, durationMs }: RenderedPreview, title: string) {
  const { width, height, format, size, warnings = [] } = image;
  const url = sameOriginUrl(image);
  imageElement.src = url;
  imageElement.width = width;
  imageElement.height = height;
  imageElement.alt = `Image “${title}”, ${width} by ${height} pixels`;
  imageElement.hidden = false;
  link.href = url;
  link.hidden = false;
  const duration = `${Math.round(durationMs)} ms`;
  const facts = [
    ["Dimensions", `${width} × ${height}`],
    ["Format", format.toUpperCase()],
    ["File size", formatBytes(size)],
    ["Response time", duration],
    ["X-Cache", cache ?? "unknown"],
  ];
  const pairs = facts.map(([name, value]) =>
    createElement("div", {}, createElement("dt", {}, name), createElement("dd", {}, value)),
  );
  getElement("preview-facts").replaceChildren(...pairs);
  const items = warnings.map(({ field, message }) =>
    createElement("li", {}, createElement("strong", {}, `${field}: `), message),
  );
  getElement("preview-warnings").replaceChildren(...items);
  const source = cache === "HIT" ? "From the cache" : "Rendered";
  const warningCount = warnings.length === 1 ? "1 warning" : `${warnings.length} warnings`;
  const warningNote = warnings.length === 0 ? "" : ` ${warningCount}: see below the image.`;
  showStatus(
    [createElement("p", {}, `${source}: ${formatBytes(size)} in ${duration}.${warningNote}`)],
    false,
  );
}

/**
 * Shows why there is no image.
 * @param message replaces the error's own message
 */
export function showRenderError(error: unknown, message?: string) {
  showStatus(message === undefined ? describeError(error) : [createElement("p", {}, message)], true);
}

/** Removes the image from the page. */
export function clearPreview() {
  imageElement.removeAttribute("src");
  imageElement.hidden = true;
  link.hidden = true;
  for (const id of ["preview-facts", "preview-warnings", "preview-status"]) getElement(id).replaceChildren();
}

function showStatus(paragraphs: readonly HTMLElement[], isError: boolean) {
  getElement("preview").ariaBusy = "false";
  getElement("preview").classList.toggle("failed", isError);
  getElement("preview-status").replaceChildren(...paragraphs);
}

function formatBytes(bytes: number) {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
