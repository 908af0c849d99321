import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { createEngine } from "../../engine.ts";
import { convertFile } from "../convert-file.ts";
import { openTemplate, type OpenTemplate } from "../../folder/open-template.ts";

interface ConvertedSource {
  readonly fields: Readonly<
    Record<string, { type: string; format?: string; default?: string; example?: string; items?: object }>
  >;
  /** The names of required fields. */
  readonly required?: readonly string[];
  readonly html: string;
  readonly losses: readonly string[];
}

/** Converts `card.jsx`. */
export const convertCard = (source: string): Promise<ConvertedSource> => convertSource("card.jsx", source);

/** Converts `route.tsx`. */
export const convertRoute = (source: string): Promise<ConvertedSource> => convertSource("route.tsx", source);

/** Converts a file with other files next to it, and checks that the result is a template without errors. */
export function convertSource(
  name: string,
  source: string,
  others: Readonly<Record<string, string | Buffer>> = {},
): Promise<ConvertedSource> {
  return withTemplate(name, source, others, ({ converted }) => Promise.resolve(converted));
}

/** Renders the example of a converted `route.tsx`. Returns the color of a pixel, such as `#00ff00`. */
export function renderRoute(source: string): Promise<(x: number, y: number) => string> {
  return withTemplate("route.tsx", source, {}, async ({ opened: { template, images, fonts } }) => {
    const { data = {} } = template!.samples[0] ?? {};
    const { bytes } = await createEngine().render(template!, { data, images, fonts, format: "png" });
    const { data: pixels, info } = await sharp(bytes)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    return (x, y) => `#${pixels.toString("hex", 3 * (y * info.width + x), 3 * (y * info.width + x + 1))}`;
  });
}

/** Converts `route.tsx` with other files next to it. Returns a file of the template. */
export function readConvertedFile(
  source: string,
  others: Readonly<Record<string, string | Buffer>>,
  path: string,
): Promise<Buffer> {
  return withTemplate("route.tsx", source, others, ({ folder }) => readFile(join(folder, path)));
}

async function withTemplate<T>(
  name: string,
  source: string,
  others: Readonly<Record<string, string | Buffer>>,
  use: (result: { converted: ConvertedSource; opened: OpenTemplate; folder: string }) => Promise<T>,
): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), "placard-convert-"));
  try {
    const [project, folder] = [join(directory, "project"), join(directory, "template")];
    for (const [file, text] of Object.entries({ ...others, [name]: source })) {
      await mkdir(dirname(join(project, file)), { recursive: true });
      await writeFile(join(project, file), text);
    }
    const losses = await convertFile(join(project, name), folder);
    const opened = await openTemplate(folder);
    const errors = opened.problems.filter(({ severity }) => severity === "error");
    assert.deepEqual(errors, []);
    const template = JSON.parse(await readFile(join(folder, "template.json"), "utf8")) as ConvertedSource;
    const html = await readFile(join(folder, "template.html"), "utf8");
    const report = losses.map(({ line, severity, what }) => `${line} ${severity} ${what}`);
    const converted = { ...template, html, losses: report };
    return await use({ converted, opened, folder });
  } finally {
    await rm(directory, { recursive: true });
  }
}
