import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TemplateDocument } from "@placard/templates";

const packageFolder = dirname(createRequire(import.meta.url).resolve("@placard/templates/package.json"));

/** The photo in the first sample of each starting point with images. */
const photoOf: Readonly<Record<string, "lamp" | "landscape" | "portrait" | "still-life">> = {
  episode: "landscape",
  listing: "landscape",
  "photo-essay": "landscape",
  quotation: "portrait",
  recipe: "still-life",
  showcase: "lamp",
  speaker: "portrait",
  "team-member": "portrait",
};

const readPhoto = (name: string) => readFileSync(join(packageFolder, "sample-photos", `${name}.webp`));

/** Reads the photos in the samples of starting points. Each is WebP, and an asset that all accounts share. */
export function readSamplePhotos(): readonly Buffer[] {
  return [...new Set(Object.values(photoOf))].map(readPhoto);
}

/** Reads the designed documents that new templates can start from, by ID. They have no assets. */
export function readStartingPoints(): readonly TemplateDocument[] {
  const directory = join(packageFolder, "starting-points");
  const read = (id: string, file: string) => readFileSync(join(directory, id, file), "utf8");
  return readdirSync(directory)
    .toSorted()
    .map((id) => ({
      template: withPhotos(JSON.parse(read(id, "template.json")) as JsonTemplate, photoOf[id]),
      html: read(id, "template.html"),
      assets: {},
    }));
}

interface JsonTemplate {
  fields: Record<string, { format?: string }>;
  samples: { name: string; data: object }[];
}

/** A template whose first sample has a photo in each image field. */
function withPhotos(template: JsonTemplate, photo: string | undefined): TemplateDocument["template"] {
  if (photo === undefined) return { ...template };
  const url = `asset:${createHash("sha256").update(readPhoto(photo)).digest("base64url")}`;
  const images = Object.entries(template.fields).filter(([, { format }]) => format === "image-url");
  const photos = Object.fromEntries(images.map(([name]) => [name, url]));
  const samples = template.samples.map((sample, i) =>
    i === 0 ? { ...sample, data: { ...sample.data, ...photos } } : sample,
  );
  return { ...template, samples };
}
