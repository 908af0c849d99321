import type { ImageOptions, TemplateListing, TemplatePreview } from "@placard/client";

/** The keywords of a field's JSON Schema that the form uses. */
export interface FieldSchema {
  type?: string | readonly string[];
  description?: string;
  maxLength?: number;
  format?: string;
  enum?: readonly (string | boolean)[];
  /** Whether line breaks are kept. */
  multiline?: boolean;
  maxItems?: number;
  items?: FieldSchema;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
}

/** An entry of a list: one text, or several with names. */
export type EntryValue = string | Readonly<Record<string, string>>;

export type FieldValue = string | readonly EntryValue[];

/** The data of a card, by field. */
export type CardData = Readonly<Record<string, FieldValue>>;

export interface CardRequest {
  template: string;
  data: CardData;
  options?: ImageOptions;
}

/** What a form needs to know about a template. */
export type FormTemplate = Pick<TemplateListing, "id" | "name" | "description" | "schema" | "source">;

export type RenderedCard = Omit<TemplatePreview, "boxes" | "problems">;

/** @returns what a request contains of the data in a form: empty texts and entries are left out */
export function readData(schema: FieldSchema, entered: Readonly<Record<string, unknown>>): CardData {
  return readObject(schema, entered) as CardData;
}

function readObject({ properties = {} }: FieldSchema, entered: Readonly<Record<string, unknown>>) {
  const values = Object.entries(properties).map(
    ([name, schema]) => [name, readValue(schema, entered[name])] as const,
  );
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

/** @returns undefined for an empty value */
export function readValue(schema: FieldSchema, entered: unknown): unknown {
  if (Array.isArray(entered)) {
    const entries = entered.map((entry) => readValue(schema.items ?? {}, entry));
    const filled = entries.filter((entry) => entry !== undefined);
    return filled.length > 0 ? filled : undefined;
  }
  if (typeof entered === "object" && entered !== null) {
    const fields = readObject(schema, entered as Record<string, unknown>);
    return Object.keys(fields).length > 0 ? fields : undefined;
  }
  if (typeof entered === "number" || entered === true) return String(entered);
  if (typeof entered !== "string") return undefined;
  return readText(schema, entered) || undefined;
}

/** The server keeps a line break only if no other white space touches it. */
export function readText({ multiline }: FieldSchema, entered: string): string {
  return multiline ? entered.trim().replaceAll(/\s*\n\s*/g, "\n") : entered;
}

/** The text of a card by which people recognize it. */
export function titleOf(data: CardData): string {
  const texts = [data["title"], data["name"], ...Object.values(data)];
  return texts.find((text): text is string => typeof text === "string") ?? "Untitled";
}

/** Turns a property's name into a label: readTime becomes “Read time”, and title2 “Title 2”. */
export function toLabel(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])|(?<=[a-z]{3})(?=\d+$)/g, "$1 $2").replaceAll(/[_-]/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}

/** The label of an entry of a list, without its number: “Speaker” in “Speakers”. */
export function toEntryLabel(listLabel: string): string {
  return listLabel.replace(/([^s])s$/, "$1");
}

/** A size in pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Whether a request is for an image of this size. */
export function hasSize({ options = {} }: CardRequest, size: Size): boolean {
  const { width = 1200, height = 630 } = options;
  return width === size.width && height === size.height;
}
