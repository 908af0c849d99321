import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { readBuiltInTemplates, readSampleCards } from "@placard/template-store";
import type { Template } from "@placard/templates";
import * as canvas from "canvas";
import sharp from "sharp";
import { createEngine } from "../../dist/index.js";
import { sizesToTest, toOptions } from "./sample-sizes.ts";
import { sampleImages } from "./sample-image.ts";

/** The appearance of a sample card. */
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
  const different: string[] = [];
  for await (const [name, png] of renderSamples(template)) {
    const previous = recorded?.[name];
    if (!previous || !(await isSame(previous, png))) different.push(name);
  }
  return different;
}

/** Records the current appearance of all built-in templates. */
export async function updateRecord(): Promise<void> {
  const templates: Record<string, Record<string, RecordedImage>> = {};
  for (const template of readBuiltInTemplates()) {
    const images = (templates[template.id] = {} as Record<string, RecordedImage>);
    for await (const [name, png] of renderSamples(template))
      images[name] = { sha256: await hashOf(png), thumbnail: (await thumbnailOf(png)).toString("base64") };
  }
  const record: ImageRecord = { renderedWith, templates };
  writeFileSync(path, `${JSON.stringify(record, undefined, 2)}\n`);
}

function readRecord(): ImageRecord {
  return JSON.parse(readFileSync(path, "utf8")) as ImageRecord;
}

/** Yields each sample card of a template at each size: its name, and a PNG. */
async function* renderSamples(template: Template): AsyncGenerator<[name: string, png: Buffer]> {
  for (const card of readSampleCards(template.id)) {
    for (const size of sizesToTest(card)) {
      const { bytes } = await engine.render(template, { ...toOptions(card), ...size });
      yield [`${card.name} ${size.width}×${size.height}`, bytes];
    }
  }
}

async function hashOf(png: Buffer): Promise<string> {
  return createHash("sha256")
    .update(await sharp(png).raw().toBuffer())
    .digest("hex");
}

function thumbnailOf(png: Buffer): Promise<Buffer> {
  return sharp(png).greyscale().resize(thumbnailSide, thumbnailSide, { fit: "fill" }).raw().toBuffer();
}

async function hasSamePixels({ sha256 }: RecordedImage, png: Buffer): Promise<boolean> {
  return (await hashOf(png)) === sha256;
}

async function hasSimilarThumbnail({ thumbnail }: RecordedImage, png: Buffer): Promise<boolean> {
  const [left, right] = [Buffer.from(thumbnail, "base64"), await thumbnailOf(png)];
  const difference = left.reduce((sum, value, index) => sum + Math.abs(value - (right[index] ?? 0)), 0);
  return difference / left.length <= thumbnailTolerance;
}
