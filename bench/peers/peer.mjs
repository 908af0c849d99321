// One peer in a process of its own: draws the cards it is sent and says what each took. Forked by run.mjs.
import { writeFile } from "node:fs/promises";

const { draw, name } = await import(process.argv[2]);

process.on("message", ({ described, format, i, saveAs }) => {
  void (async () => {
    const cpuBefore = process.cpuUsage();
    const startedAt = performance.now();
    const bytes = await draw(described, format, i);
    const ms = performance.now() - startedAt;
    const { user, system } = process.cpuUsage(cpuBefore);
    if (saveAs) await writeFile(saveAs, bytes);
    process.send({ ms, cpu: (user + system) / 1000, bytes: bytes.length });
  })();
});
process.send(name);
