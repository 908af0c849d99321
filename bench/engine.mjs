// The engine alone, steady state: CPU time of card after card in one process, relative to takumi and satori
// with resvg. Needs `npm ci --prefix bench/peers`.
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startProcess } from "./processes.mjs";
import { medians, report } from "./report.mjs";

const rounds = 4;
const ms = 1_200;
const names = ["placard", "takumi", "satori"];

/** The most of takumi's CPU time, and of its bytes. */
const goals = {
  png: { cpu: 0.5, bytes: 1.35 },
  jpeg: { cpu: 0.2, bytes: 1 },
  webp: { cpu: 0.25, bytes: 1 },
};

const out = new URL("peers/out/", import.meta.url);
await mkdir(out, { recursive: true });
const peers = {};
for (const name of names) peers[name] = await startProcess("peers/render-loop.mjs", name);
let from = 0;

/** Measures every peer once, with the same cards. */
async function measure(task) {
  const result = {};
  for (const [name, peer] of Object.entries(peers)) result[name] = await peer.ask({ ...task, from });
  from += 10_000;
  return result;
}

// Until V8 has compiled the code, in every format.
for (const format of ["jpeg", ...Object.keys(goals)]) await measure({ format, concurrency: 2, ms: 2_500 });

const rows = [];
for (const [format, goal] of Object.entries(goals)) {
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await measure({ format, concurrency: 1, ms }));
  for (const name of names) {
    const samples = results.map(({ placard, [name]: peer }) => ({
      "CPU ms": peer.cpu,
      "ms per image": peer.ms,
      KB: peer.bytes / 1000,
      "CPU, Placard's over it": placard.cpu / peer.cpu,
      "bytes, Placard's over it": placard.bytes / peer.bytes,
    }));
    const row = medians(samples);
    rows.push({ format, peer: name, ...row });
    if (name === "takumi") {
      report({
        name: `engine alone: CPU per image over takumi's, ${format}`,
        value: row["CPU, Placard's over it"],
        goal: { atMost: goal.cpu },
      });
      report({
        name: `engine alone: bytes per image over takumi's, ${format}`,
        value: row["bytes, Placard's over it"],
        goal: { atMost: goal.bytes },
      });
    }
    await peers[name].ask({ format, from: 0, saveAs: fileURLToPath(new URL(`${name}.${format}`, out)) });
  }
}
console.table(rows);
for (const { stop } of Object.values(peers)) stop();
process.exit(0);
