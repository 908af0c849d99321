import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { format, resolveConfig } from "prettier";
import { apiTypesFile, createApiTypes } from "../../packages/client/generate-types.mjs";
import { linkParameters } from "../../packages/contracts/dist/index.js";
import { createApiDocument } from "../../services/gateway/testing/dist/api-document.js";
import { root } from "../setup/command.mjs";
import { accessTable } from "./access-table.mjs";
import { builtInSections } from "./built-in-sections.mjs";
import * as contracts from "./contract-tables.mjs";
import { createDataTypes } from "./data-types.mjs";
import * as language from "./language-tables.mjs";

/** The current content of all generated files, by their path. */
export async function generateFiles() {
  const api = await createApiDocument();
  /** The generated sections, by the path of their document and the name in their marker. */
  const sections = {
    "docs/api.md": {
      options: contracts.options(),
      formats: contracts.formats(),
      errors: contracts.errors(),
    },
    "docs/limits.md": { lanes: contracts.laneSizes() },
    "docs/remote-images.md": { warnings: contracts.warnings() },
    "docs/security.md": { access: accessTable(api) },
    "docs/templates.md": { elements: language.elements() },
    "docs/template-properties.md": {
      properties: language.properties(),
      "refused elements": language.refusedElements(),
      "refused properties": language.refusedProperties(),
    },
    "docs/built-in-templates.md": { "built-in templates": builtInSections() },
  };
  const files = new Map();
  for (const [document, parts] of Object.entries(sections)) {
    const path = join(root, document);
    files.set(path, await formatted(path, replaceSections(document, readFileSync(path, "utf8"), parts)));
  }
  const dataTypesFile = join(root, "packages/client/src/template-data.generated.ts");
  files.set(dataTypesFile, await formatted(dataTypesFile, createDataTypes()));
  files.set(fileURLToPath(apiTypesFile), await createApiTypes(api, linkParameters));
  return files;
}

/** A document with new content between its markers. */
function replaceSections(document, text, parts) {
  return Object.entries(parts).reduce((current, [name, content]) => {
    const start = `<!-- generated: ${name} -->`;
    const at = current.indexOf(start);
    if (at < 0) throw new Error(`${document} has no marker ${start}`);
    const end = current.indexOf("<!-- end -->", at);
    return `${current.slice(0, at)}${start}\n\n${content}\n\n${current.slice(end)}`;
  }, text);
}

async function formatted(path, text) {
  return format(text, { ...(await resolveConfig(path)), filepath: path });
}
