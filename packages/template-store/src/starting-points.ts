import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TemplateDocument } from "@placard/templates";

/** Reads the designed documents that new templates can start from, by ID. They have no assets. */
export function readStartingPoints(): readonly TemplateDocument[] {
  const resolve = createRequire(import.meta.url).resolve("@placard/templates/package.json");
  const directory = join(dirname(resolve), "starting-points");
  const read = (id: string, file: string) => readFileSync(join(directory, id, file), "utf8");
  return readdirSync(directory)
    .toSorted()
    .map((id) => ({
      template: JSON.parse(read(id, "template.json")) as TemplateDocument["template"],
      html: read(id, "template.html"),
      assets: {},
    }));
}
