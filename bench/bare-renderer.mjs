// The renderer of bare-service.mjs. Forked by it.
import { rename, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { letHeapGrow } from "../packages/runtime/dist/index.js";
import { readBuiltInTemplates } from "../packages/template-store/dist/index.js";
import { renderImage } from "../packages/engine/dist/index.js";
import { cardOf } from "./cards.mjs";

/** The version that renderers use. */
const { Worker } = createRequire(new URL("../services/renderer/", import.meta.url))("bullmq");

letHeapGrow(); // like a renderer
const [url, directory] = process.argv.slice(2);
const builtInTemplates = readBuiltInTemplates();

async function render({ id, data: body }) {
  const { bytes } = await renderImage(builtInTemplates[body.template], cardOf(body));
  const path = join(directory, `${id}.${body.options.format}`);
  await writeFile(`${path}.tmp`, bytes);
  await rename(`${path}.tmp`, path);
  return { path };
}

const connection = { url, maxRetriesPerRequest: null };
const worker = new Worker("bare", render, { connection, concurrency: 4 }); // as many jobs as a renderer takes
await worker.waitUntilReady();
process.send("ready");
