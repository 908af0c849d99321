import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { readBuiltInTemplates, readSampleCards } from "@placard/template-store";
import type { Template } from "@placard/templates";
import * as canvas from "canvas";
import sharp from "sharp";
import { createEngine } from "../../dist/index.js";
import { sizesToTest } from "./sample-sizes.ts";
import { sampleImages } from "./sample-image.ts";

/** One rendered sample card. */
interface RecordedImage {
  /** SHA-256 of the RGB pixels. */
  readonly sha256: string;
  /** 24 × 24 gray pixels, base64. */
  readonly thumbnail: string;
}

/** The appearance of every built-in template, stored in packages/templates. */
interface ImageRecord {
  /** The libraries that rasterize text: with other versions, only thumbnails can be compared. */
  readonly renderedWith: string;
  /** By template, and by sample card and size. */
  readonly templates: Readonly<Record<string, Readonly<Record<string, RecordedImage>>>>;
}

const engine = createEngine({ images: sampleImages });
const path = createRequire(import.meta.url).resolve("@placard/templates/image-record.json");
// The types of canvas lack one of its versions.
const { cairoVersion, pangoVersion, freetypeVersion } = canvas as unknown as Record<string, string>;
const renderedWith = `cairo ${cairoVersion}, pango ${pangoVersion}, freetype ${freetypeVersion}`;
const thumbnailSide = 24;

/** The largest average difference of two thumbnails' pixels, of 255: other rasterizers round differently. */
const thumbnailTolerance = 3;

/** Renders a template's sample cards; returns the names of those that differ from the record. */
export async function compareWithRecord(template: Template): Promise<string[]> {
  const record = readRecord();
  const recorded = record.templates[template.id];
  const isSame = record.renderedWith === renderedWith ? hasSamePixels : hasSimilarThumbnail;
  return Object.entries(await renderSamples(template)).flatMap(([name, image]) => {
    const previous = recorded?.[name];
    return previous && isSame(previous, image) ? [] : [name];
  });
}

/** Records the current appearance of all built-in templates. */
export async function updateRecord(): Promise<void> {
  const templates: Record<string, Record<string, RecordedImage>> = {};
  for (const template of readBuiltInTemplates()) templates[template.id] = await renderSamples(template);
  const record: ImageRecord = { renderedWith, templates };
  writeFileSync(path, `${JSON.stringify(record, undefined, 2)}\n`);
}

function readRecord(): ImageRecord {
  return JSON.parse(readFileSync(path, "utf8")) as ImageRecord;
}

async function renderSamples(template: Template): Promise<Record<string, RecordedImage>> {
  const images: Record<string, RecordedImage> = {};
  for (const card of readSampleCards(template.id)) {
    for (const size of sizesToTest(card)) {
      const { bytes } = await engine.render(template, { data: card.data, ...size });
      images[`${card.name} ${size.width}×${size.height}`] = await toRecordedImage(bytes);
    }
  }
  return images;
}

async function toRecordedImage(png: Buffer): Promise<RecordedImage> {
  const { data: pixels, info: raw } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
  const thumbnail = await sharp(pixels, { raw })
    .greyscale()
    .resize(thumbnailSide, thumbnailSide, { fit: "fill" })
    .raw()
    .toBuffer();
  return {
    sha256: createHash("sha256").update(pixels).digest("hex"),
    thumbnail: thumbnail.toString("base64"),
  };
}

function hasSamePixels(one: RecordedImage, other: RecordedImage): boolean {
  return one.sha256 === other.sha256;
}

function hasSimilarThumbnail(one: RecordedImage, other: RecordedImage): boolean {
  const [left, right] = [one, other].map(({ thumbnail }) => Buffer.from(thumbnail, "base64"));
  const difference = left!.reduce((sum, value, index) => sum + Math.abs(value - (right![index] ?? 0)), 0);
  return difference / left!.length <= thumbnailTolerance;
}
