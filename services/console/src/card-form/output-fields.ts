import type { ImageFormat, ImageOptions } from "@placard/client";
import { createElement } from "../elements.ts";
import { createNoteTarget, isAbout, type Note } from "./notes.ts";

const defaultQuality = 90;

const sizes = [
  ["Link", 1200, 630],
  ["Square", 1080, 1080],
  ["Story", 1080, 1920],
  ["Banner", 1500, 500],
] as const;

/** The display names of the formats. */
export const formatNames: Readonly<Record<ImageFormat, string>> = { png: "PNG", jpeg: "JPEG", webp: "WebP" };

/** The fields for size, format and quality. */
export interface OutputFields {
  element: HTMLElement;
  /** The options that differ from the defaults, to keep snippets short. */
  read: () => ImageOptions;
  /** Shows notes at their fields, removes all others, and returns those that belong to no field. */
  showNotes: (notes: readonly Note[]) => Note[];
}

/** Creates the fields for size, format and quality. @param id unique on the page */
export function createOutputFields(id: string, onChange: () => void): OutputFields {
  const size = createElement(
    "select",
    { id: `${id}-size` },
    ...sizes.map(([name, width, height]) =>
      createElement("option", { value: `${width}x${height}` }, `${name} ${width} × ${height}`),
    ),
    createElement("option", { value: "custom" }, "Custom size"),
  );
  const format = createElement(
    "select",
    { id: `${id}-format` },
    ...Object.entries(formatNames).map(([value, name]) => createElement("option", { value }, name)),
  );
  const width = createNumber("width", 1200, 200, 2048);
  const height = createNumber("height", 630, 200, 2048);
  const quality = createNumber("quality", defaultQuality, 1, 100);
  const custom = createElement(
    "div",
    { className: "custom-size", hidden: true },
    width.element,
    height.element,
  );
  const numbers = new Map([
    ["/options/width", width],
    ["/options/height", height],
    ["/options/quality", quality],
  ]);
  const element = createElement(
    "div",
    { className: "output-fields", role: "group", "aria-label": "Output" },
    createElement("div", {}, createElement("label", { htmlFor: size.id }, "Size"), size),
    custom,
    createElement("div", {}, createElement("label", { htmlFor: format.id }, "Format"), format),
    quality.element,
  );
  element.append(...[...numbers.values()].flatMap((number) => number.notes.elements));
  element.addEventListener("input", () => {
    update();
    onChange();
  });
  update();

  function createNumber(name: string, value: number, min: number, max: number) {
    const input = createElement("input", { id: `${id}-${name}`, type: "number", min, max, value });
    const labelText = name.charAt(0).toUpperCase() + name.slice(1);
    const target = createNoteTarget({ id: input.id, control: input, label: labelText });
    input.setAttribute("aria-describedby", target.ids);
    const label = createElement("label", { htmlFor: input.id }, labelText);
    return { input, notes: target, element: createElement("div", { className: name }, label, input) };
  }

  function update() {
    custom.hidden = size.value !== "custom";
    quality.element.hidden = format.value === "png";
  }

  function readSize() {
    return size.value === "custom"
      ? [width.input.valueAsNumber || 0, height.input.valueAsNumber || 0]
      : size.value.split("x").map(Number);
  }

  return {
    element,
    read() {
      const [x, y] = readSize();
      const name = format.value as ImageFormat;
      const percent = quality.input.valueAsNumber || 0;
      return {
        ...(x !== 1200 && { width: x }),
        ...(y !== 630 && { height: y }),
        ...(name !== "png" && { format: name, ...(percent !== defaultQuality && { quality: percent }) }),
      };
    },
    showNotes(all) {
      const shown = new Set<Note>();
      for (const [pointer, number] of numbers) {
        const own = all.filter((note) => isAbout(note, pointer));
        number.notes.show(own);
        for (const note of own) shown.add(note);
      }
      return all.filter((note) => !shown.has(note));
    },
  };
}
