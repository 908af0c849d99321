import { expandFields, isObject } from "./language/data/expand-fields.ts";

/** The sizes that previews of a template show. */
export const previewSizes = [
  { name: "Link", width: 1200, height: 630 },
  { name: "Square", width: 1080, height: 1080 },
  { name: "Story", width: 1080, height: 1920 },
  { name: "Small link", width: 600, height: 315 },
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
  const { samples, fields } = template as Readonly<Record<string, unknown>>;
  const listed = Array.isArray(samples) ? samples.filter(isSample) : [];
  return listed.length > 0 ? listed : [{ name: "Examples", data: examplesOf(fields) }];
}

function isSample(value: unknown): value is Sample {
  return isObject(value) && typeof value["name"] === "string" && isObject(value["data"]);
}

function examplesOf(fields: unknown): Record<string, unknown> {
  const expanded = expandFields(fields);
  if (!isObject(expanded)) return {};
  const examples = Object.entries(expanded).map(([name, field]) => [
    name,
    isObject(field) ? field["example"] : undefined,
  ]);
  return Object.fromEntries(examples.filter(([, example]) => example !== undefined)) as Record<
    string,
    unknown
  >;
}
