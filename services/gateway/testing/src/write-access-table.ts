// `npm run docs:access`: updates the table of access in docs/security.md from the API description of a gateway.
import { writeFileSync } from "node:fs";
import { startPlacard } from "@placard/testing";
import type { OpenApi } from "../../dist/docs/types.js";
import { accessDocument, updateAccessTable } from "./access-table.ts";

const placard = await startPlacard();
try {
  const response = await fetch(`${placard.url}/api/v1/openapi.json`);
  writeFileSync(accessDocument, updateAccessTable((await response.json()) as OpenApi));
} finally {
  await placard.stop();
}
