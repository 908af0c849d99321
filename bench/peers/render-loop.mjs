// Renders card after card with one peer, in a separate process.
import { writeFile } from "node:fs/promises";
import { requestBody } from "../cards.mjs";

const { render } = await import(`./${process.argv[2]}.mjs`);

/**
 * Renders `concurrency` cards at a time for `ms`, from number `from` on. Resolves with means per image: ms,
 * CPU ms and bytes. With `saveAs`, only writes one card to that file.
 */
async function renderCards({ format, concurrency, ms, from, saveAs }) {
  if (saveAs) return writeFile(saveAs, await render(requestBody(from, format)));
  let next = from;
  let bytes = 0;
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const loop = async () => {
    do bytes += (await render(requestBody(next++, format))).length;
    while (performance.now() - startedAt < ms);
  };
  await Promise.all(Array.from({ length: concurrency }, loop));
  const elapsedMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  const count = next - from;
  return { ms: elapsedMs / count, cpu: (user + system) / 1000 / count, bytes: bytes / count };
}

process.on("message", (task) => {
  void renderCards(task).then((result) => process.send(result ?? {}));
});
process.send("ready");
