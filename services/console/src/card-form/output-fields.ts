import type { ImageFormat, ImageOptions, OutputFormat } from "@placard/client";
import { createElement } from "../elements.ts";
import { createNoteTarget, isAbout, type Note } from "./notes.ts";

const defaultQuality = 90;

/** The sizes that the console offers: name, width and height in pixels. */
export const sizes = [
  ["Link", 1200, 630],
  ["Square", 1080, 1080],
  ["Story", 1080, 1920],
  ["Banner", 1500, 500],
] as const;

/** The display names of the formats. */
export const formatNames: Readonly<Record<ImageFormat, string>> = { png: "PNG", jpeg: "JPEG", webp: "WebP" };

/** The display names of the formats that a request can name. */
const outputFormatNames: Readonly<Record<OutputFormat, string>> = { ...formatNames, auto: "Automatic" };

/** Suggestions; any BCP 47 tag can be entered. */
const locales = ["en", "de", "fr", "es", "ja", "zh", "ko", "ar", "hi"];

/** The fields for size, format, quality and the other options. */
export interface OutputFields {
  element: HTMLElement;
  /** The options that differ from the defaults, to keep snippets short. */
  read: () => ImageOptions;
  /** Replaces everything in the fields. */
  show: (options: ImageOptions) => void;
  /** Offers the brands of the account. The choice is hidden if there are none. */
  showBrands: (names: readonly string[]) => void;
  /** Shows notes at their fields, removes all others, and returns those that belong to no field. */
  showNotes: (notes: readonly Note[]) => Note[];
}

/** Creates the fields. @param id unique on the page */
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
    ...Object.entries(outputFormatNames).map(([value, name]) => createElement("option", { value }, name)),
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
  const locale = createElement("input", {
    id: `${id}-locale`,
    autocomplete: "off",
    spellcheck: false,
    maxLength: 35,
    placeholder: "Automatic",
  });
  locale.setAttribute("list", `${id}-locales`);
  const brand = createElement("select", { id: `${id}-brand` });
  const scale = createElement(
    "select",
    { id: `${id}-scale` },
    createElement("option", { value: "1" }, "1×"),
    createElement("option", { value: "2" }, "2×, high resolution"),
  );
  const maxKilobytes = createElement("input", {
    id: `${id}-max-size`,
    type: "number",
    min: 1,
    max: 10_000,
    placeholder: "No limit",
  });
  const scaleField = createField("Scale", scale);
  const maxSizeField = createField("File limit, kB", maxKilobytes);
  const localeField = createField("Locale", locale);
  const brandField = createField("Brand", brand);
  const more = createElement(
    "details",
    { className: "more-options" },
    createElement("summary", {}, "More options"),
    createElement(
      "div",
      {},
      maxSizeField.element,
      scaleField.element,
      localeField.element,
      brandField.element,
    ),
    createElement(
      "datalist",
      { id: `${id}-locales` },
      ...locales.map((value) => createElement("option", { value })),
    ),
    ...maxSizeField.notes.elements,
    ...scaleField.notes.elements,
    ...localeField.notes.elements,
    ...brandField.notes.elements,
  );
  const fields = new Map([
    ["/options/width", width],
    ["/options/height", height],
    ["/options/quality", quality],
    ["/options/maxBytes", maxSizeField],
    ["/options/scale", scaleField],
    ["/options/locale", localeField],
    ["/options/brand", brandField],
  ]);
  const element = createElement(
    "div",
    { className: "output-fields", role: "group", "aria-label": "Output" },
    createElement("div", {}, createElement("label", { htmlFor: size.id }, "Size"), size),
    custom,
    createElement("div", {}, createElement("label", { htmlFor: format.id }, "Format"), format),
    quality.element,
    ...[width, height, quality].flatMap(({ notes }) => notes.elements),
    more,
  );
  element.addEventListener("input", () => {
    update();
    onChange();
  });
  update();
  showBrands([]);

  function createNumber(name: string, value: number, min: number, max: number) {
    const input = createElement("input", { id: `${id}-${name}`, type: "number", min, max, value });
    return { input, ...createField(name.charAt(0).toUpperCase() + name.slice(1), input) };
  }

  function createField(labelText: string, control: HTMLInputElement | HTMLSelectElement) {
    const target = createNoteTarget({ id: control.id, control, label: labelText });
    control.setAttribute("aria-describedby", target.ids);
    const label = createElement("label", { htmlFor: control.id }, labelText);
    const className = labelText.toLowerCase().replaceAll(" ", "-");
    return { notes: target, element: createElement("div", { className }, label, control) };
  }

  function showBrands(names: readonly string[]) {
    const selected = brand.value;
    const hasDefault = names.includes("default");
    const choices = [
      ["", hasDefault ? "Default brand" : "No brand"],
      ...names.filter((name) => name !== "default").map((name) => [name, name]),
      ...(hasDefault ? [["none", "No brand"]] : []),
    ] as const;
    brand.replaceChildren(
      ...choices.map(([value, label]) =>
        createElement("option", { value, selected: value === selected }, label),
      ),
    );
    brandField.element.hidden = names.length === 0;
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
      const name = format.value as OutputFormat;
      const percent = quality.input.valueAsNumber || 0;
      return {
        ...(x !== 1200 && { width: x }),
        ...(y !== 630 && { height: y }),
        ...(name !== "png" && { format: name, ...(percent !== defaultQuality && { quality: percent }) }),
        ...(maxKilobytes.value && { maxBytes: Math.round(1000 * maxKilobytes.valueAsNumber) }),
        ...(scale.value === "2" && { scale: 2 }),
        ...(locale.value.trim() && { locale: locale.value.trim() }),
        ...(brand.value && { brand: brand.value }),
      };
    },
    show(options) {
      const { width: x = 1200, height: y = 630 } = options;
      const isListed = sizes.some(([, ...pixels]) => pixels[0] === x && pixels[1] === y);
      size.value = isListed ? `${x}x${y}` : "custom";
      width.input.value = String(x);
      height.input.value = String(y);
      format.value = options.format ?? "png";
      quality.input.value = String(options.quality ?? defaultQuality);
      maxKilobytes.value = options.maxBytes === undefined ? "" : String(options.maxBytes / 1000);
      scale.value = String(options.scale ?? 1);
      locale.value = options.locale ?? "";
      brand.value = options.brand ?? "";
      if (brand.selectedIndex === -1) brand.value = ""; // it was deleted meanwhile
      more.open = [maxKilobytes, locale, brand].some(({ value }) => value !== "") || options.scale === 2;
      update();
    },
    showBrands,
    showNotes(all) {
      const shown = new Set<Note>();
      for (const [pointer, field] of fields) {
        const own = all.filter((note) => isAbout(note, pointer));
        field.notes.show(own);
        if (own.length > 0 && more.contains(field.element)) more.open = true;
        for (const note of own) shown.add(note);
      }
      return all.filter((note) => !shown.has(note));
    },
  };
}
