import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { templates, type TemplateId } from "@placard/templates";
import * as canvas from "canvas";
import sharp from "sharp";
import { drawCard } from "../scene/draw-card.ts";
import { samplePicture } from "./sample-picture.ts";
import { samples, sampleSizes } from "./samples.ts";

/** A picture as it is recorded: the hash of its pixels, and what it looks like from afar. */
interface RecordedPicture {
  /** SHA-256 of the RGB pixels. */
  readonly sha256: string;
  /** 24 by 24 grey pixels, base64. */
  readonly glimpse: string;
}

/** How templates look in their present version, kept beside them. */
interface PictureRecord {
  /** The libraries that put glyphs into pixels: with others, only the glimpses can be compared. */
  readonly drawnWith: string;
  readonly templates: Readonly<
    Partial<Record<TemplateId, { version: number; pictures: Record<string, RecordedPicture> }>>
  >;
}

const path = createRequire(import.meta.url).resolve("@placard/templates/pictures.json");
// canvas' types leave out one of its versions.
const { cairoVersion, pangoVersion, freetypeVersion } = canvas as unknown as Record<string, string>;
const drawnWith = `cairo ${cairoVersion}, pango ${pangoVersion}, freetype ${freetypeVersion}`;
const glimpseSide = 24;

/** The most that a glimpse's pixels may differ on average, of 255: other rasterisers round otherwise. */
const glimpseTolerance = 3;

/** The names of samples whose pictures are not those recorded, and whether the record is of the template's version. */
export async function comparePictures(id: TemplateId): Promise<{ current: boolean; changed: string[] }> {
  const record = readRecord();
  const recorded = record.templates[id];
  const same = record.drawnWith === drawnWith ? samePixels : sameGlimpse;
  const changed: string[] = [];
  for (const [name, picture] of Object.entries(await drawPictures(id))) {
    const before = recorded?.pictures[name];
    if (!before || !same(before, picture)) changed.push(name);
  }
  return { current: recorded?.version === templates[id].version, changed };
}

/**
 * Records how all templates look now.
 * @throws Error naming those that look different under the version they had: a version is raised first
 */
export async function acceptPictures(): Promise<void> {
  const ids = Object.keys(templates) as TemplateId[];
  const found: [TemplateId, { version: number; pictures: Record<string, RecordedPicture> }][] = [];
  const unraised: string[] = [];
  for (const id of ids) {
    const { current, changed } = await comparePictures(id);
    if (current && changed.length > 0) unraised.push(id);
    found.push([id, { version: templates[id].version, pictures: await drawPictures(id) }]);
  }
  if (unraised.length > 0)
    throw new Error(`Raise the version first of what looks different: ${unraised.join(", ")}.`);
  const record: PictureRecord = { drawnWith, templates: Object.fromEntries(found) };
  writeFileSync(path, `${JSON.stringify(record, undefined, 2)}\n`);
}

function readRecord(): PictureRecord {
  return JSON.parse(readFileSync(path, "utf8")) as PictureRecord;
}

async function drawPictures(id: TemplateId): Promise<Record<string, RecordedPicture>> {
  const pictures: Record<string, RecordedPicture> = {};
  for (const { name, data } of samples[id]) {
    for (const size of sampleSizes) {
      const card = { template: id, data, ...size, format: "png", quality: 100 } as const;
      const { bytes } = await drawCard(card, samplePicture);
      pictures[`${name} ${size.width}×${size.height}`] = await toRecord(bytes);
    }
  }
  return pictures;
}

async function toRecord(png: Buffer): Promise<RecordedPicture> {
  const pixels = await sharp(png).raw().toBuffer();
  const glimpse = await sharp(png)
    .greyscale()
    .resize(glimpseSide, glimpseSide, { fit: "fill" })
    .raw()
    .toBuffer();
  return {
    sha256: createHash("sha256").update(pixels).digest("hex"),
    glimpse: glimpse.toString("base64"),
  };
}

function samePixels(one: RecordedPicture, other: RecordedPicture): boolean {
  return one.sha256 === other.sha256;
}

function sameGlimpse(one: RecordedPicture, other: RecordedPicture): boolean {
  const [left, right] = [one, other].map(({ glimpse }) => Buffer.from(glimpse, "base64"));
  const difference = left!.reduce((sum, value, index) => sum + Math.abs(value - (right![index] ?? 0)), 0);
  return difference / left!.length <= glimpseTolerance;
}
