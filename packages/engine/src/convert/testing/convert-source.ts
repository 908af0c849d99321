import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { convertFile } from "../convert-file.ts";
import { openTemplate } from "../../folder/open-template.ts";

interface ConvertedSource {
  readonly fields: Readonly<
    Record<string, { type: string; format?: string; example?: string; items?: object }>
  >;
  readonly html: string;
  readonly losses: readonly string[];
}

/** Converts `card.jsx`. */
export const convertCard = (source: string): Promise<ConvertedSource> => convertSource("card.jsx", source);

/** Converts `route.tsx`. */
export const convertRoute = (source: string): Promise<ConvertedSource> => convertSource("route.tsx", source);

/** Converts a file with other files next to it, and checks that the result is a template without errors. */
export async function convertSource(
  name: string,
  source: string,
  others: Readonly<Record<string, string>> = {},
): Promise<ConvertedSource> {
  const directory = await mkdtemp(join(tmpdir(), "placard-convert-"));
  try {
    const [project, folder] = [join(directory, "project"), join(directory, "template")];
    for (const [file, text] of Object.entries({ ...others, [name]: source })) {
      await mkdir(dirname(join(project, file)), { recursive: true });
      await writeFile(join(project, file), text);
    }
    const losses = await convertFile(join(project, name), folder);
    const { problems } = await openTemplate(folder);
    const errors = problems.filter(({ severity }) => severity === "error");
    assert.deepEqual(errors, []);
    const template = JSON.parse(await readFile(join(folder, "template.json"), "utf8")) as ConvertedSource;
    const html = await readFile(join(folder, "template.html"), "utf8");
    const report = losses.map(({ line, severity, what }) => `${line} ${severity} ${what}`);
    return { fields: template.fields, html, losses: report };
  } finally {
    await rm(directory, { recursive: true });
  }
}
