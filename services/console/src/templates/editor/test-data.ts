import { stressDataOf, stressImage } from "@placard/templates/stress-data";
import { samplesOf, type Sample } from "@placard/templates/samples";

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
