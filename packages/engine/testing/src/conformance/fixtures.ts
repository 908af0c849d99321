import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TemplateData } from "@placard/contracts";
import { readBuiltInTemplates, readSampleCards } from "@placard/template-store";
import type { DocumentAsset, TemplateDocument } from "@placard/templates";
import sharp from "sharp";
import { sampleSizes } from "../sample-sizes.ts";

export interface Fixture {
  /** `group/name` */
  readonly name: string;
  readonly group: string;
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  readonly document: TemplateDocument;
  readonly data: TemplateData;
  /** By default, the data chooses it. */
  readonly layout?: string | undefined;
}

/** An asset of the fixtures: what a document knows about it, and its content. */
export interface FixtureAsset extends DocumentAsset {
  readonly path: string;
  readonly bytes: Buffer;
}

/** What the comment at the start of a fixture may state as JSON. */
interface FixtureHeader {
  width?: number;
  height?: number;
  fields?: Record<string, unknown>;
  palette?: Record<string, unknown>;
  data?: TemplateData;
}

/** The directory of the fixtures, a subdirectory per group. */
const directory = fileURLToPath(new URL("../../../../../packages/templates/conformance", import.meta.url));

/** The files that fixtures refer to as `assets/…`. */
export const assetsDirectory = join(directory, "assets");

export async function readAssets(): Promise<readonly FixtureAsset[]> {
  const files = readdirSync(assetsDirectory).filter((file) => !file.endsWith(".txt"));
  return Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(join(assetsDirectory, path));
      return { path, bytes, ...(await describeAsset(path, bytes)) };
    }),
  );
}

async function describeAsset(path: string, bytes: Buffer): Promise<DocumentAsset> {
  const id = createHash("sha256").update(bytes).digest("base64url");
  if (path.endsWith(".ttf")) return { id, contentType: "font/ttf" };
  const { width, height } = await sharp(bytes).metadata();
  if (path.endsWith(".svg")) {
    return { id, contentType: "image/svg+xml", width, height, aspectRatio: width / height };
  }
  return { id, contentType: "image/png", width, height };
}

/** Reads all fixtures, by group and name. */
export function readFixtures(assets: readonly FixtureAsset[]): readonly Fixture[] {
  const groups = readdirSync(directory).filter((group) => group !== "assets");
  return groups.flatMap((group) =>
    readdirSync(join(directory, group)).map((file) => readFixture(group, file, assets)),
  );
}

function readFixture(group: string, file: string, assets: readonly FixtureAsset[]): Fixture {
  const html = readFileSync(join(directory, group, file), "utf8");
  const header = JSON.parse(/^<!-- (\{.*?\}) -->\n/s.exec(html)?.[1] ?? "{}") as FixtureHeader;
  const id = file.replace(/\.html$/, "");
  const used = assets.filter(({ path }) => html.includes(`assets/${path}`));
  return {
    name: `${group}/${id}`,
    group,
    width: header.width ?? 600,
    height: header.height ?? 315,
    document: {
      template: {
        id,
        name: id,
        description: "A conformance fixture",
        fields: header.fields ?? {},
        ...(header.palette && { palette: header.palette }),
      },
      html,
      assets: Object.fromEntries(
        used.map(({ path, bytes: _bytes, ...asset }) => [path, asset] satisfies [string, DocumentAsset]),
      ),
    },
    data: header.data ?? {},
  };
}

/**
 * The cards of the built-in templates: the complete one at five sizes, the others as link previews. Those
 * with remote images are left out, and those in scripts whose lines Placard makes higher than a browser.
 */
export function readBuiltInFixtures(): readonly Fixture[] {
  return readBuiltInTemplates().flatMap(({ id, document }) =>
    readSampleCards(id)
      .filter(({ data }) => !leftOut.test(JSON.stringify(Object.values(data))))
      .flatMap(({ name, data, layout }) => {
        const sizes = name === "full" ? sampleSizes : sampleSizes.slice(0, 1);
        return sizes.map(({ width, height }) => ({
          name: `built-ins/${id}, ${name}, ${width} × ${height}`,
          group: "built-ins",
          width,
          height,
          document,
          data,
          layout,
        }));
      }),
  );
}

/** The URL of an image, or a letter of a script with high lines. */
const leftOut = /https:|(?![\p{Script=Latin}\p{Script=Cyrillic}])\p{L}/u;
