// Renders cards that may crash this process, one at a time. Images and fonts come from the parent process:
// this one needs neither storage nor the network. It imports no more than rendering needs, because requests
// wait for its start.
import { Worker } from "node:worker_threads";
import { createEngine, fontRegistry, type ImageLoader, type RenderedImage } from "@placard/engine";
import { compileTemplate, type CompiledTemplate, type TemplateDocument } from "@placard/templates";
import sharp from "sharp";
import { compileChecked } from "../compile-checked.ts";
import type { FromQuarantine, NeededFile, QuarantineTask, ToQuarantine } from "./quarantine-messages.ts";

const parent = process.ppid; // read while the parent is there: it sends cards only to a process that is ready

/** Without its parent, which may be killed while this process starts, there is nothing to do. */
const exitOnFailure = (error: Error | null) => void (error && process.exit());

const send = (message: FromQuarantine) => process.send?.(message, undefined, undefined, exitOnFailure);

/** The requests to the parent process that have no response yet, by their IDs. */
const requests = new Map<number, (file: unknown) => void>();
let lastId = 0;

function request(needed: NeededFile): Promise<unknown> {
  const id = ++lastId;
  send({ id, needed });
  return new Promise((resolve) => requests.set(id, resolve));
}

/** Most cards have the template of another one. The process ends before these templates take much memory. */
const templates = new Map<string, CompiledTemplate>();

/** In one step: no other card waits for it. */
const compile = (document: TemplateDocument) => Promise.resolve(compileTemplate(document));

async function findTemplate(document: TemplateDocument): Promise<CompiledTemplate> {
  const key = JSON.stringify(document);
  const template = templates.get(key) ?? (await compileChecked(document, compile));
  templates.set(key, template);
  return template;
}

sharp.concurrency(1);
sharp.cache(false);
const engine = createEngine({ fonts: (font) => request({ font }) as Promise<Buffer | undefined> });

async function render({ card, document, sizes, coverage }: QuarantineTask): Promise<RenderedImage> {
  fontRegistry.setCoverage(coverage);
  const images: ImageLoader = {
    measure: async (url) => sizes.get(url) ?? { unavailable: undefined },
    load: (source, size) => request({ source, size }) as ReturnType<ImageLoader["load"]>,
  };
  return engine.render(await findTemplate(document), { ...card, images });
}

process.on("message", (message: ToQuarantine) => {
  if ("file" in message) {
    requests.get(message.id)?.(message.file);
    requests.delete(message.id);
    return;
  }
  Promise.resolve(message.task)
    .then(render)
    .then((card) => send({ card, fonts: fontRegistry.faceCount }))
    .catch((error: unknown) => send({ error: error instanceof Error ? String(error.stack) : String(error) }));
});
process.on("disconnect", () => process.exit());
// Ctrl-C reaches the whole process group, but the renderer finishes its jobs before it stops this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
send({ isReady: true });
// A card that blocks this process when its parent is killed would block "disconnect" as well.
const watch = new URL("./parent-watch.js", import.meta.url);
new Worker(watch, { workerData: parent, env: {}, execArgv: [] }).unref();
