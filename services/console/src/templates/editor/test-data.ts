import { stressDataOf, stressImage } from "@placard/templates/stress-data";
import { samplesOf, type Sample } from "@placard/templates/samples";
import { itemFieldsOf, readFields } from "@placard/templates/source";

/** The name of the test data whose texts are as long as their fields permit. */
export const longestTexts = "Longest texts";

const labels: Readonly<Record<string, string>> = {
  shortest: "Shortest texts",
  longest: longestTexts,
  required: "Required fields only",
  arabic: "Arabic",
  japanese: "Japanese",
  hindi: "Hindi",
  emoji: "Emoji",
  "missing-image": "Missing images",
};

/** Unusual data for a template, with the images of its first sample. @param template may not be valid */
export function testSamples(template: Readonly<Record<string, unknown>>): Sample[] {
  const images = samplesOf(template)[0]?.data ?? {};
  return stressDataOf(template).map(({ name, data, hasMissingImages }) => {
    const entries = Object.entries(data).map(([field, value]) => {
      const image = value === stressImage && !hasMissingImages ? images[field] : undefined;
      return [field, image ?? value] as const;
    });
    return { name: labels[name] ?? name, data: Object.fromEntries(entries) };
  });
}

/** Whether a template has the fields of data, and the parts of their entries. */
export function fitsFields(data: Sample["data"], template: Readonly<Record<string, unknown>>): boolean {
  const fields = readFields(template);
  return Object.entries(data).every(([name, value]) => {
    const field = fields.get(name);
    const parts = itemFieldsOf(field);
    const isEntry = (entry: unknown) =>
      parts
        ? typeof entry === "object" && Object.keys(entry ?? {}).every((part) => parts.has(part))
        : typeof entry === "string";
    return Array.isArray(value) ? field?.kind === "list" && value.every(isEntry) : field?.kind === "text";
  });
}
