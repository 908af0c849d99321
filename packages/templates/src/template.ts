import type { FieldValue, TemplateData, TemplateRef } from "@placard/contracts";
import { isVisible } from "@placard/contracts/text";
import type { FieldSchema } from "./language/data/fields.ts";
import type { CompiledTemplate } from "./language/compile-template.ts";

/** What requests need to know about a template: its name, and its data fields. */
export interface TemplateDescription
  extends TemplateRef, Pick<CompiledTemplate, "name" | "description" | "fields" | "data" | "layouts"> {}

/** A template as renderers know it, with the function from data to a scene. */
export interface Template extends CompiledTemplate, TemplateRef {}

type Schema = Pick<TemplateDescription, "data">;

/** A string in a card's data. */
export interface DataString {
  /** The path of the field: `title`, `photos/0` or `speakers/0/photo`. */
  readonly field: string;
  readonly value: string;
}

/** The URLs of remote images in the data: the strings of fields with the format `image-url`. */
export function remoteImagesOf(template: Schema, data: TemplateData): DataString[] {
  return stringsOf(template, data, "image-url").filter(({ value }) => value !== "");
}

/** The other strings in the data with a visible character, in the order of the schema. */
export function textsOf(template: Schema, data: TemplateData): DataString[] {
  return stringsOf(template, data, undefined).filter(({ value }) => isVisible(value));
}

/** The strings of the fields that the schema declares with a format, or with none. */
function stringsOf({ data: schema }: Schema, data: TemplateData, format: string | undefined): DataString[] {
  const stringsIn = (field: FieldSchema | undefined, value: unknown, path: string): DataString[] => {
    const { format: declared, items, properties } = field ?? {};
    if (typeof value === "string") return declared === format ? [{ field: path, value }] : [];
    if (Array.isArray(value)) return value.flatMap((entry, i) => stringsIn(items, entry, `${path}/${i}`));
    if (typeof value !== "object" || value === null) return [];
    return Object.entries(value).flatMap(([name, entry]) =>
      stringsIn(properties?.[name], entry, `${path}/${name}`),
    );
  };
  return Object.entries(schema.properties).flatMap(([name, field]) => stringsIn(field, data[name], name));
}

/** Data without the values at some paths. A list keeps its length: the entry becomes empty. */
export function withoutFields(data: TemplateData, paths: ReadonlySet<string>): TemplateData {
  const remove = (value: unknown, path: string): unknown => {
    if (paths.has(path)) return "";
    if (Array.isArray(value)) return value.map((entry, i) => remove(entry, `${path}/${i}`));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [name, remove(entry, `${path}/${name}`)]),
    );
  };
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, remove(value, name) as FieldValue]),
  );
}
