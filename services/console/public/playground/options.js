import { getElement } from "../elements.js";
import { showFieldError } from "./fields.js";

/** @typedef {import("../client/index.js").ImageOptions} ImageOptions */

const getInput = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (getElement(id));

/**
 * Sets up the fields for size, format and quality.
 * @param {() => void} onChange
 */
export function setUpOptions(onChange) {
  getElement("options").addEventListener("input", () => {
    updateFields();
    onChange();
  });
  updateFields();
}

/** @returns {ImageOptions} the options that differ from the defaults, to keep snippets short */
export function readOptions() {
  const [width, height] = readSize();
  const format = /** @type {"png" | "jpeg" | "webp"} */ (selectedValue("format"));
  return {
    ...(width !== 1200 && { width }),
    ...(height !== 630 && { height }),
    ...(format !== "png" && { format, quality: Number(getInput("quality").value) }),
  };
}

/**
 * Shows the errors of the options at their fields, and removes all others.
 * @param {ReadonlyMap<string, string>} errors messages by JSON pointer into the request
 */
export function showOptionErrors(errors) {
  for (const name of ["width", "height"]) {
    showFieldError(getInput(name), getElement(`${name}-error`), errors.get(`/options/${name}`) ?? "");
  }
}

function readSize() {
  const size = selectedValue("size");
  if (size === "custom") return [Number(getInput("width").value), Number(getInput("height").value)];
  return size.split("x").map(Number);
}

/** @param {string} name of a group of radio buttons */
function selectedValue(name) {
  return /** @type {HTMLInputElement} */ (getElement("options").querySelector(`[name="${name}"]:checked`))
    .value;
}

function updateFields() {
  getElement("custom-size").hidden = selectedValue("size") !== "custom";
  getElement("quality-field").hidden = selectedValue("format") === "png";
  getElement("quality-value").textContent = getInput("quality").value;
}
