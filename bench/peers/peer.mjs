// Runs one peer in a process of its own: renders the cards it receives, and reports time and size. Forked by run.mjs.
import { writeFile } from "node:fs/promises";

const { render, name } = await import(process.argv[2]);

process.on("message", ({ described, format, i, saveAs }) => {
  void (async () => {
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const bytes = await render(described, format, i);
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    if (saveAs) await writeFile(saveAs, bytes);
    process.send({ ms, cpu: (user + system) / 1000, bytes: bytes.length });
  })();
});
process.send(name);
