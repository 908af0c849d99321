import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiTypesFile, createApiTypes } from "../../packages/client/generate-types.mjs";
import { linkParameters } from "../../packages/contracts/dist/index.js";
import { root } from "../setup/command.mjs";
import { contractTables } from "./contract-tables.mjs";
import { withParts } from "../template-docs/generated-files.mjs";

/** The OpenAPI document of the gateway. */
function readApiDocument() {
  const program = join(root, "services/gateway/testing/dist/print-api.js");
  return JSON.parse(
    execFileSync(process.execPath, [program], { encoding: "utf8", maxBuffer: 2 ** 24, timeout: 60_000 }),
  );
}

/** The current content of all generated files, by their path. @returns {Promise<Map<string, string>>} */
export async function generateFiles() {
  const files = new Map();
  for (const [document, parts] of Object.entries(contractTables)) {
    const { path, text } = await withParts(join(root, document), parts);
    files.set(path, text);
  }
  files.set(fileURLToPath(apiTypesFile), await createApiTypes(readApiDocument(), linkParameters));
  return files;
}
