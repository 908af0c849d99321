import type { FieldValue, TemplateData } from "@placard/contracts";
import { readFields } from "./language/data/field-definitions.ts";
import { isFlag, isNumeric, toSchema, type FieldSchema } from "./language/data/fields.ts";
import { limits } from "./language/limits.ts";
import { samplesOf } from "./samples.ts";
import type { Template } from "./template.ts";

/** Data that shows how a template copes with unusual values. */
export interface StressData {
  name: string;
  data: TemplateData;
  /** Whether its remote images are unavailable. */
  hasMissingImages: boolean;
}

/** The text of a field with a maximum length in UTF-16 code units. */
type Writer = (maxLength: number) => string;

const english = "Everything your team needs to know before the next release on one page";
/** The ends of a text by their lengths, for the rest that the next word has no room in. */
const endings = "|.| 1| to| the| page| needs| before| release| together| yesterday".split("|");
const texts: Readonly<Record<string, Writer>> = {
  shortest: () => "A",
  longest: fill,
  required: (max) => fill(Math.min(max, english.length)),
  arabic: (max) => cut("كل ما يحتاج فريقك إلى معرفته قبل الإصدار القادم في صفحة واحدة", max),
  japanese: (max) => cut("次のリリースまでにチームが知っておくべきことを一つのページにまとめました", max),
  hindi: (max) => cut("अगली रिलीज़ से पहले आपकी टीम को जो कुछ जानना है वह सब एक पृष्ठ पर", max),
  emoji: (max) => cut("🚀 Launch day 🎉 👩‍💻 🇯🇵 ❤️", max),
};

const defaultMaxLength = 120;
/** Entries of a list without an example. */
const usualEntries = 3;

/** The URL in image fields. There is no image. */
export const stressImage = "https://example.com/image.jpg";

/**
 * The shortest and longest texts, required fields only, other scripts, and no remote images.
 * @param typical data whose lists have the usual number of entries, and whose texts are beside missing images
 */
export function stressData(schema: Template["data"], typical: TemplateData = {}): StressData[] {
  const hasImages = JSON.stringify(schema).includes('"format":"image-url"');
  const named = Object.entries(texts).map(([name, write]) => {
    return { name, data: dataOf(schema, name, write, typical), hasMissingImages: false };
  });
  const usual = texts["required"] ?? (() => english);
  if (hasImages)
    named.push({
      name: "missing-image",
      data: dataOf(schema, "missing-image", usual, typical),
      hasMissingImages: true,
    });
  return named;
}

/** The data for a `template.json` that was not validated. */
export function stressDataOf(template: Readonly<Record<string, unknown>>): StressData[] {
  const typical = samplesOf(template)[0]?.data as TemplateData | undefined;
  return stressData(toSchema(readFields(template)), typical);
}

function dataOf(schema: FieldSchema, name: string, write: Writer, typical: TemplateData = {}): TemplateData {
  const { properties = {}, required = [] } = schema;
  const names = Object.keys(properties).filter((field) => name !== "required" || required.includes(field));
  return Object.fromEntries(
    names.map((field) => [
      field,
      valueOf(properties[field] ?? {}, name, write, typical[field]) as FieldValue,
    ]),
  );
}

function valueOf(field: FieldSchema, name: string, write: Writer, typical?: unknown): unknown {
  if (field.type === "object") return dataOf(field, name, write, typical as TemplateData | undefined);
  if (field.type === "array") {
    const { maxItems = usualEntries, items = {}, examples: [example] = [] } = field;
    const like = [typical, example].find((each) => Array.isArray(each)) as readonly unknown[] | undefined;
    const usual = Math.min(like?.length || usualEntries, maxItems);
    // A maximum that nobody set says nothing about the card.
    const most = maxItems === limits.defaultListEntries ? usual : maxItems;
    const entries = name === "longest" ? most : name === "shortest" ? 1 : usual;
    return Array.from({ length: entries }, (_, index) => valueOf(items, name, write, like?.[index]));
  }
  const { enum: choices, format, maxLength = defaultMaxLength } = field;
  if (choices) {
    if (isFlag(choices)) return "true";
    const byLength = choices.map(String).toSorted((a, b) => a.length - b.length);
    return name === "shortest" ? byLength[0] : byLength.at(-1);
  }
  if (format === "image-url") return stressImage;
  if (name === "missing-image" && typeof typical === "string") return typical;
  if (isNumeric(field)) return name === "longest" ? "100" : name === "shortest" ? "0" : "42";
  return format === "color" ? "#2563eb" : write(maxLength);
}

/** Whole English words of that length. */
function fill(length: number): string {
  const words = english.split(" ");
  let text = "";
  for (let index = 0; text.length + words[index % words.length]!.length <= length; index++)
    text += ` ${words[index % words.length]!}`;
  return (text + endings[length + 1 - text.length]!).slice(1);
}

/** The longest start of a text with whole words that has at most `max` UTF-16 code units. */
function cut(text: string, max: number): string {
  let result = "";
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: "word" }).segment(text)) {
    if (result.length + segment.length > max) break;
    result += segment;
  }
  return result.trim() || "A";
}
