import { isObject, readFields, type Json } from "./language/data/field-definitions.ts";

/** The sizes that previews of a template show. */
export const previewSizes = [
  { name: "Link", width: 1200, height: 630 },
  { name: "Square", width: 1080, height: 1080 },
  { name: "Story", width: 1080, height: 1920 },
] as const;

/** Example data of a template. */
export interface Sample {
  name: string;
  data: Readonly<Record<string, unknown>>;
}

/**
 * The samples in `template.json`. Without any, one with the examples of the fields.
 * @param template may not be valid
 */
export function samplesOf(template: object): Sample[] {
  const { samples, ...json } = template as Json;
  const listed = Array.isArray(samples) ? samples.filter(isSample) : [];
  if (listed.length > 0) return listed;
  const examples = Array.from(readFields(json), ([name, { example }]) => [name, example] as const);
  const data = Object.fromEntries(examples.filter(([, example]) => example !== undefined));
  return [{ name: "Examples", data }];
}

function isSample(value: unknown): value is Sample {
  return isObject(value) && typeof value["name"] === "string" && isObject(value["data"]);
}
