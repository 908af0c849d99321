import { build } from "../build.js";
import { failureLines } from "../message.js";
import { element } from "../page.js";
import { ownAddress } from "./draw.js";

const picture = /** @type {HTMLImageElement} */ (element("preview-image"));
const link = /** @type {HTMLAnchorElement} */ (element("preview-link"));

/** Says that a card is being drawn; the one before stays in sight. */
export function showDrawing() {
  element("preview").ariaBusy = "true";
}

/**
 * Shows a card as the API drew it, and what the API said of it.
 * @param {import("./draw.js").Drawn} drawn
 * @param {string} title the card's, for those who don't see it
 */
export function showDrawn({ image, cache, ms }, title) {
  const { width, height, format, size, warnings = [] } = image;
  const address = ownAddress(image);
  picture.src = address;
  picture.width = width;
  picture.height = height;
  picture.alt = `The card “${title}”, drawn ${width} by ${height} pixels`;
  link.href = address;
  link.hidden = false;
  picture.hidden = false;
  const facts = [
    ["Size", `${width} × ${height}`],
    ["Format", format.toUpperCase()],
    ["Weight", weightWords(size)],
    ["Took", `${Math.round(ms)} ms`],
    ["X-Cache", cache ?? "unknown"],
  ];
  const pairs = facts.map(([name, value]) => build("div", {}, build("dt", {}, name), build("dd", {}, value)));
  element("preview-facts").replaceChildren(...pairs);
  const said = warnings.map(({ field, message }) =>
    build("li", {}, build("strong", {}, `${field}: `), message),
  );
  element("preview-warnings").replaceChildren(...said);
  const heard = warnings.length === 0 ? "" : ` ${warnings.length} to know of: see below the card.`;
  const how = cache === "HIT" ? "From the cache" : "Drawn";
  settle([build("p", {}, `${how}: ${weightWords(size)} in ${Math.round(ms)} ms.${heard}`)], false);
}

/**
 * Says why there is no card.
 * @param {unknown} error
 * @param {string} [instead] what to say in place of the error's own words
 */
export function showUndrawn(error, instead) {
  settle(instead === undefined ? failureLines(error) : [build("p", {}, instead)], true);
}

/** Takes the card off the page. */
export function clearPreview() {
  picture.removeAttribute("src");
  picture.hidden = true;
  link.hidden = true;
  for (const id of ["preview-facts", "preview-warnings", "preview-status"]) element(id).replaceChildren();
}

/**
 * @param {readonly HTMLElement[]} lines
 * @param {boolean} failed
 */
function settle(lines, failed) {
  element("preview").ariaBusy = "false";
  element("preview").classList.toggle("failed", failed);
  element("preview-status").replaceChildren(...lines);
}

/** @param {number} bytes */
function weightWords(bytes) {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
