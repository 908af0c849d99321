// The renderer alone, steady state: CPU time of card after card in one process, relative to takumi and satori with resvg.
// Needs `npm ci --prefix bench/peers`.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { quantile } from "./client.mjs";
import { report } from "./report.mjs";
import { allocatorSettings } from "./allocator.mjs";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "4" } } });
const rounds = Number(values.rounds);
const ms = 1_200;

/** The most of takumi's CPU time, and of its bytes. */
const goals = {
  png: { cpu: 0.8, bytes: 1.35 },
  jpeg: { cpu: 0.22, bytes: 1 },
  webp: { cpu: 0.95, bytes: 1 },
};

const out = new URL("peers/out/", import.meta.url);
await mkdir(out, { recursive: true });
const peers = [];
for (const name of ["placard", "takumi", "satori"]) peers.push(await startPeer(name));

async function startPeer(name) {
  const child = fork(fileURLToPath(new URL("peers/render-loop.mjs", import.meta.url)), [name], {
    env: { ...process.env, ...allocatorSettings },
  });
  const exited = once(child, "exit").then(([status]) => {
    throw new Error(`${name} exited with status ${status}`);
  });
  exited.catch(() => {}); // killed at the end
  const receive = async () => (await Promise.race([once(child, "message"), exited]))[0];
  await receive();
  return {
    name,
    render(task) {
      child.send(task);
      return receive();
    },
    stop: () => child.kill(),
  };
}

const rows = [];
let from = 0;
// Until V8 has compiled the code, in every format.
for (const format of ["jpeg", ...Object.keys(goals)])
  for (const { render } of peers) await render({ format, concurrency: 2, ms: 2_500, from: (from += 10_000) });
for (const [format, goal] of Object.entries(goals)) {
  for (const concurrency of [1, 2]) {
    const results = [];
    for (let round = 0; round < rounds; round++) {
      const result = {};
      for (const { name, render } of peers) result[name] = await render({ format, concurrency, ms, from });
      from += 10_000;
      results.push(result);
    }
    const median = (valueOf) => quantile(results.map(valueOf), 0.5);
    for (const { name } of peers)
      rows.push({
        format,
        "at a time": concurrency,
        peer: name,
        "CPU ms": toHundredths(median((result) => result[name].cpu)),
        "ms per image": toHundredths(median((result) => result[name].ms)),
        KB: toHundredths(median((result) => result[name].bytes / 1000)),
        "CPU, Placard's over it": toHundredths(median((result) => result.placard.cpu / result[name].cpu)),
        "time, Placard's over it": toHundredths(median((result) => result.placard.ms / result[name].ms)),
      });
    report({
      name: `renderer alone: CPU per image over takumi's, ${format}, ${concurrency} at a time`,
      value: median(({ placard, takumi }) => placard.cpu / takumi.cpu),
      goal: { atMost: goal.cpu },
    });
    if (concurrency === 1)
      report({
        name: `renderer alone: bytes per image over takumi's, ${format}`,
        value: median(({ placard, takumi }) => placard.bytes / takumi.bytes),
        goal: { atMost: goal.bytes },
      });
  }
  for (const { name, render } of peers)
    await render({ format, from: 0, saveAs: fileURLToPath(new URL(`${name}.${format}`, out)) });
}
console.table(rows);
for (const { stop } of peers) stop();
process.exit(0);

function toHundredths(value) {
  return Number(value.toFixed(2));
}
