// Renders cards in a process of its own, without HTTP, queue and storage. Forked by the benchmarks.
import { letHeapGrow } from "../packages/runtime/dist/index.js";
import { readBuiltInTemplates } from "../packages/template-store/dist/index.js";
import { renderImage } from "../packages/engine/dist/index.js";
import { card } from "./cards.mjs";

letHeapGrow(); // like a renderer
const builtInTemplates = readBuiltInTemplates();

for (const format of ["png", "jpeg", "webp"])
  for (let i = 0; i < 5; i++) await renderImage(builtInTemplates.blog, card(i, format));

/** Renders `concurrency` cards at a time for `ms`. Resolves with images per second, and CPU milliseconds per image. */
async function throughput({ format, ms, concurrency, from }) {
  let next = from;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const loop = async () => {
    while (performance.now() - startedAt < ms) await renderImage(builtInTemplates.blog, card(next++, format));
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const { user, system } = process.cpuUsage(cpuBefore);
  const done = next - from;
  return { rate: done / ((performance.now() - startedAt) / 1000), cpu: (user + system) / 1000 / done };
}

/** Renders one card. Resolves with the duration in milliseconds. */
async function latency({ format, from }) {
  const startedAt = performance.now();
  await renderImage(builtInTemplates.blog, card(from, format));
  return performance.now() - startedAt;
}

process.on("message", ({ task, ...options }) => {
  void (task === "throughput" ? throughput(options) : latency(options)).then((result) =>
    process.send(result),
  );
});
process.send("ready");
