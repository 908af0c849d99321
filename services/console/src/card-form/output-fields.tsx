import type { ImageOptions, OutputFormat } from "@placard/client";
import { outputFormatNames, outputFormats } from "@placard/contracts/image-formats";
import { previewSizes } from "@placard/templates/samples";
import { useSignal } from "@preact/signals";
import { brandOptions } from "../brand/stored-brand.ts";
import type { CardForm } from "./card-form.ts";
import { describeControl, isAbout, type Note } from "./notes.tsx";

/** The sizes that the console offers, in pixels. */
export const sizes = [...previewSizes, { name: "Banner", width: 1500, height: 500 }].map((size) => ({
  ...size,
  label: `${size.name} ${size.width} × ${size.height}`,
}));

type Choices = readonly (readonly [value: string, label: string])[];

interface OutputField {
  label: string;
  /** The text at first. */
  initial: string;
  choices?: Choices;
  attributes?: object;
}

/** Suggestions; any BCP 47 tag can be entered. */
const locales = ["en", "de", "fr", "es", "ja", "zh", "ko", "ar", "hi"];

const fields = {
  size: {
    label: "Size",
    initial: "1200x630",
    choices: [
      ...sizes.map(({ width, height, label }) => [`${width}x${height}`, label] as const),
      ["custom", "Custom size"],
    ],
  },
  width: { label: "Width", initial: "1200", attributes: { type: "number", min: 200, max: 2048 } },
  height: { label: "Height", initial: "630", attributes: { type: "number", min: 200, max: 2048 } },
  format: {
    label: "Format",
    initial: "png",
    choices: outputFormatNames.map((name) => [name, formatLabel(name)] as const),
  },
  quality: { label: "Quality", initial: "90", attributes: { type: "number", min: 1, max: 100 } },
  maxKilobytes: {
    label: "File limit, kB",
    initial: "",
    attributes: { type: "number", min: 1, max: 10_000, placeholder: "No limit" },
  },
  scale: {
    label: "Scale",
    initial: "1",
    choices: [
      ["1", "1×"],
      ["2", "2×, high resolution"],
    ],
  },
  locale: {
    label: "Locale",
    initial: "",
    attributes: { autocomplete: "off", spellcheck: false, maxLength: 35, placeholder: "Automatic" },
  },
  brand: { label: "Brand", initial: "", choices: [] },
} as const satisfies Record<string, OutputField>;

type FieldName = keyof typeof fields;

const names = Object.keys(fields) as FieldName[];

const moreNames = ["maxKilobytes", "scale", "locale", "brand"] as const;

export type OutputTexts = Readonly<Record<FieldName, string>>;

/** The texts of the defaults. */
export const initialOutput = Object.fromEntries(
  names.map((name) => [name, fields[name].initial]),
) as OutputTexts;

/** The options that differ from the defaults, to keep snippets short. */
export function readOptions(texts: OutputTexts): ImageOptions {
  const { size, format, quality, maxKilobytes, scale, locale, brand } = texts;
  const pixels = size === "custom" ? [texts.width, texts.height] : size.split("x");
  const [width, height] = pixels.map(Number);
  return {
    ...(width !== 1200 && { width }),
    ...(height !== 630 && { height }),
    ...(format !== "png" && { format: format as OutputFormat }),
    ...(hasQuality(texts) && quality !== fields.quality.initial && { quality: Number(quality) }),
    ...(maxKilobytes && { maxBytes: Math.round(1000 * Number(maxKilobytes)) }),
    ...(scale === "2" && { scale: 2 }),
    ...(locale.trim() && { locale: locale.trim() }),
    ...(brand && { brand }),
  };
}

/** The texts of options: the inverse of `readOptions`. */
export function writeOptions({
  width = 1200,
  height = 630,
  maxBytes,
  ...options
}: ImageOptions): OutputTexts {
  const size = `${width}x${height}`;
  const isListed = fields.size.choices.some(([value]) => value === size);
  const values: Partial<Record<FieldName, string | number | undefined>> = {
    ...options,
    size: isListed ? size : "custom",
    width,
    height,
    maxKilobytes: maxBytes && maxBytes / 1000,
  };
  const texts = names.map((name) => [name, String(values[name] ?? fields[name].initial)] as const);
  return Object.fromEntries(texts) as OutputTexts;
}

/** Whether a note is about an option that has a field. */
export function isAboutOutput(note: Note): boolean {
  return names.some((name) => isAbout(note, pointerOf(name)));
}

export function formatLabel(format: OutputFormat): string {
  return { webp: "WebP", auto: "Automatic" }[format as string] ?? format.toUpperCase();
}

/** The fields for size, format, quality and the other options. @param id unique on the page */
export function OutputFields({ id, form }: { id: string; form: CardForm }) {
  const { brands = [] } = form.settings;
  const texts = form.output.value;
  const notes = form.notes.value;
  const isMoreOpen = useSignal(moreNames.some((name) => texts[name] !== fields[name].initial));
  const hasMoreNotes = moreNames.some((name) => notes.some((note) => isAbout(note, pointerOf(name))));

  function describe(name: FieldName) {
    const { label } = fields[name];
    const own = notes.filter((note) => isAbout(note, pointerOf(name)));
    return describeControl({ id: `${id}-${name}`, label, notes: own });
  }

  function fieldOf(name: FieldName) {
    const { label, choices, attributes }: OutputField = fields[name];
    const control = {
      ...describe(name).control,
      value: texts[name],
      onInput: ({ currentTarget }: { currentTarget: { value: string } }) =>
        form.setOutput(name, currentTarget.value),
    };
    const options = name === "brand" ? brandOptions(brands) : choices;
    return (
      <div class={name}>
        <label for={control.id}>{label}</label>
        {options ? (
          <select {...control}>
            {options.map(([value, text]) => (
              <option value={value}>{text}</option>
            ))}
          </select>
        ) : (
          <input {...attributes} {...control} list={name === "locale" ? `${id}-locales` : undefined} />
        )}
      </div>
    );
  }

  return (
    <div class="output-fields" role="group" aria-label="Output">
      {fieldOf("size")}
      {texts.size === "custom" && (
        <div class="custom-size">
          {fieldOf("width")}
          {fieldOf("height")}
        </div>
      )}
      {fieldOf("format")}
      {hasQuality(texts) && fieldOf("quality")}
      {(["width", "height", "quality"] as const).map((name) => describe(name).messages)}
      <details
        class="more-options"
        open={isMoreOpen.value || hasMoreNotes}
        onToggle={({ currentTarget }) => (isMoreOpen.value = currentTarget.open)}
      >
        <summary>More options</summary>
        <div>{moreNames.filter((name) => name !== "brand" || brands.length > 0).map(fieldOf)}</div>
        <datalist id={`${id}-locales`}>
          {locales.map((value) => (
            <option value={value} />
          ))}
        </datalist>
        {moreNames.map((name) => describe(name).messages)}
      </details>
    </div>
  );
}

function hasQuality({ format }: OutputTexts): boolean {
  return outputFormats[format as OutputFormat].hasQuality;
}

function pointerOf(name: FieldName): string {
  return `/options/${name === "maxKilobytes" ? "maxBytes" : name}`;
}
