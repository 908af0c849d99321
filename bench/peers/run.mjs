// Renders the same card with Placard and four peers, each in a process of its own, in rounds of shuffled order.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { quantile } from "../client.mjs";
import { describe, formats } from "./card.mjs";
import { fontConfig } from "./fonts.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "40" }, warm: { type: "string", default: "40" } },
});
const rounds = Number(values.rounds);
const warm = Number(values.warm);

/** Upper limits for Placard's figures divided by the peer's, by format. */
const targets = {
  takumi: { ms: { png: 0.9, jpeg: 0.25, webp: 1 }, bytes: { png: 1.2, jpeg: 0.9, webp: 0.8 } },
  satori: { ms: { png: 0.25, jpeg: 0.1, webp: 0.3 } },
};

const out = new URL("out/", import.meta.url);
await mkdir(out, { recursive: true });
const config = fileURLToPath(new URL("fonts.conf", out));
await writeFile(config, fontConfig);

const peers = [];
for (const file of ["placard", "takumi", "satori", "canvas", "svg"]) {
  const env = { ...process.env, ...(file === "svg" && { FONTCONFIG_FILE: config }) };
  const child = fork(fileURLToPath(new URL("peer.mjs", import.meta.url)), [`./${file}.mjs`], { env });
  const stopped = once(child, "exit").then(([code]) =>
    Promise.reject(new Error(`${file} exited with status ${code}`)),
  );
  stopped.catch(() => {}); // the process is killed at the end
  const receive = async () => (await Promise.race([once(child, "message"), stopped]))[0];
  const name = await receive();
  peers.push({
    file,
    name,
    results: Object.fromEntries(formats.map((format) => [format, []])),
    async render(task) {
      child.send(task);
      return receive();
    },
    stop: () => child.kill(),
  });
}

for (let round = -warm; round < rounds; round++) {
  const i = round + warm; // another title or description in each round, the same for all peers
  const described = describe(i);
  const tasks = peers.flatMap((peer) => formats.map((format) => ({ peer, format })));
  for (const { peer, format } of shuffled(tasks)) {
    const extension = format === "jpeg" ? "jpg" : format;
    const saveAs = round === rounds - 1 && fileURLToPath(new URL(`${peer.file}.${extension}`, out));
    const result = await peer.render({ described, format, i, saveAs });
    if (round >= 0) peer.results[format].push(result);
  }
}
for (const { stop } of peers) stop();

const [placard, ...others] = peers;
console.log(`${rounds} rounds\n`);
printTable(
  ["peer", "format", "ms (median)", "ms (p90)", "CPU ms", "bytes"],
  peers.flatMap(({ name, results }) =>
    formats.map((format) => {
      const quantileOf = (key, q) =>
        quantile(
          results[format].map((each) => each[key]),
          q,
        );
      const cpu = mean(results[format].map((each) => each.cpu));
      return [
        name,
        format,
        fixed(quantileOf("ms", 0.5)),
        fixed(quantileOf("ms", 0.9)),
        fixed(cpu),
        String(quantileOf("bytes", 0.5)),
      ];
    }),
  ),
);
console.log(
  "\nPlacard's figures divided by each peer's (lower is better), with the target in parentheses.\n",
);
printTable(
  ["peer", "format", "time", "CPU", "bytes"],
  others.flatMap(({ name, file, results }) =>
    formats.map((format) => {
      const own = placard.results[format];
      const paired = (key) =>
        quantile(
          own.map((each, n) => each[key] / results[format][n][key]),
          0.5,
        );
      const cpu = mean(own.map((each) => each.cpu)) / mean(results[format].map((each) => each.cpu));
      const withTarget = (key) => formatRatio(paired(key), targets[file]?.[key]?.[format]);
      return [name, format, withTarget("ms"), fixed(cpu), withTarget("bytes")];
    }),
  ),
);
process.exit(0);

function formatRatio(ratio, target) {
  return target === undefined
    ? fixed(ratio)
    : `${fixed(ratio)} (≤ ${target}${ratio <= target ? "" : ", missed"})`;
}

function fixed(value) {
  return value.toFixed(2);
}

function mean(numbers) {
  return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}

function shuffled(items) {
  const rest = [...items];
  for (let last = rest.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [rest[last], rest[other]] = [rest[other], rest[last]];
  }
  return rest;
}

/** Prints a Markdown table with aligned columns. */
function printTable(head, rows) {
  const lengths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(lengths[column])).join(" | ")} |`;
  console.log([line(head), line(lengths.map((length) => "-".repeat(length))), ...rows.map(line)].join("\n"));
}
