import { stressDataOf, stressImage } from "@placard/templates/stress-data";
import { samplesOf, type Sample } from "@placard/templates/samples";

const labels: Readonly<Record<string, string>> = {
  shortest: "Shortest texts",
  longest: "Longest texts",
  required: "Required fields only",
  arabic: "Arabic",
  japanese: "Japanese",
  hindi: "Hindi",
  emoji: "Emoji",
  "missing-image": "Missing images",
};

/** Unusual data for a template, with the images of its first sample. @param template may not be valid */
export function testSamples(template: Readonly<Record<string, unknown>>): Sample[] {
  const example = samplesOf(template)[0]?.data ?? {};
  return stressDataOf(template).map(({ name, data, hasMissingImages }) => {
    const shown = hasMissingImages ? data : (withImages(data, example) as Sample["data"]);
    return { name: labels[name] ?? name, data: shown };
  });
}

/** Data with the images that an example has at the same places. The entries of its lists are used in turn. */
function withImages(value: unknown, example: unknown): unknown {
  if (value === stressImage) return example ?? value;
  if (Array.isArray(value)) {
    const entries: readonly unknown[] = Array.isArray(example) ? example : [];
    return value.map((entry, index) => withImages(entry, entries[index % entries.length]));
  }
  if (typeof value !== "object" || value === null) return value;
  const parts = (example ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withImages(part, parts[name])]),
  );
}
