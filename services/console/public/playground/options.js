import { element } from "../page.js";
import { showFault } from "./fields.js";

/** @typedef {import("../client/index.js").ImageOptions} ImageOptions */

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (element(id));

/**
 * Lets the user say how the image is to come out.
 * @param {() => void} changed called whenever there is another card to draw
 */
export function wireOptions(changed) {
  element("options").addEventListener("input", () => {
    showOptions();
    changed();
  });
  showOptions();
}

/** @returns {ImageOptions} what differs from the defaults, so that a snippet says no more than it has to */
export function enteredOptions() {
  const [width, height] = enteredSize();
  const format = /** @type {"png" | "jpeg" | "webp"} */ (picked("format"));
  return {
    ...(width !== 1200 && { width }),
    ...(height !== 630 && { height }),
    ...(format !== "png" && { format, quality: Number(input("quality").value) }),
  };
}

/**
 * Says at each field what is wrong with it, and at no other.
 * @param {ReadonlyMap<string, string>} faults by JSON pointer into the request
 */
export function showOptionFaults(faults) {
  for (const name of ["width", "height"]) {
    showFault(input(name), element(`${name}-fault`), faults.get(`/options/${name}`) ?? "");
  }
}

function enteredSize() {
  const size = picked("size");
  if (size === "custom") return [Number(input("width").value), Number(input("height").value)];
  return size.split("x").map(Number);
}

/** @param {string} name of a group of radio buttons */
function picked(name) {
  return /** @type {HTMLInputElement} */ (element("options").querySelector(`[name="${name}"]:checked`)).value;
}

function showOptions() {
  element("custom-size").hidden = picked("size") !== "custom";
  element("quality-field").hidden = picked("format") === "png";
  element("quality-value").textContent = input("quality").value;
}
