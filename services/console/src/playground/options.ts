import type { ImageOptions } from "@placard/client";
import { getElement } from "../elements.ts";
import { showFieldError } from "./fields.ts";

const getInput = (id: string) => getElement(id, HTMLInputElement);

/** Sets up the fields for size, format and quality. */
export function setUpOptions(onChange: () => void) {
  getElement("options").addEventListener("input", () => {
    updateFields();
    onChange();
  });
  updateFields();
}

/** @returns the options that differ from the defaults, to keep snippets short */
export function readOptions(): ImageOptions {
  const [width, height] = readSize();
  const format = selectedValue("format") as "png" | "jpeg" | "webp";
  return {
    ...(width !== 1200 && { width }),
    ...(height !== 630 && { height }),
    ...(format !== "png" && { format, quality: Number(getInput("quality").value) }),
  };
}

/**
 * Shows the errors of the options at their fields, and removes all others.
 * @param errors messages by JSON pointer into the request
 */
export function showOptionErrors(errors: ReadonlyMap<string, string>) {
  for (const name of ["width", "height"]) {
    showFieldError(getInput(name), getElement(`${name}-error`), errors.get(`/options/${name}`) ?? "");
  }
}

function readSize() {
  const size = selectedValue("size");
  if (size === "custom") return [Number(getInput("width").value), Number(getInput("height").value)];
  return size.split("x").map(Number);
}

/** @param name of a group of radio buttons */
function selectedValue(name: string) {
  return (getElement("options").querySelector(`[name="${name}"]:checked`) as HTMLInputElement).value;
}

function updateFields() {
  getElement("custom-size").hidden = selectedValue("size") !== "custom";
  getElement("quality-field").hidden = selectedValue("format") === "png";
  getElement("quality-value").textContent = getInput("quality").value;
}
