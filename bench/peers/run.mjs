// The same card drawn by Placard and by four peers, each in a process of its own, in rounds of shuffled order.
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

/** What Placard's figures divided by a peer's should stay below, by format. */
const aims = {
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
    Promise.reject(new Error(`${file} ended with ${code}`)),
  );
  stopped.catch(() => {}); // it is killed at the end
  const hear = async () => (await Promise.race([once(child, "message"), stopped]))[0];
  const name = await hear();
  peers.push({
    file,
    name,
    found: Object.fromEntries(formats.map((format) => [format, []])),
    async draw(question) {
      child.send(question);
      return hear();
    },
    stop: () => child.kill(),
  });
}

for (let round = -warm; round < rounds; round++) {
  const i = round + warm; // another title or description each round, the same for all
  const described = describe(i);
  const turns = peers.flatMap((peer) => formats.map((format) => ({ peer, format })));
  for (const { peer, format } of shuffled(turns)) {
    const extension = format === "jpeg" ? "jpg" : format;
    const saveAs = round === rounds - 1 && fileURLToPath(new URL(`${peer.file}.${extension}`, out));
    const took = await peer.draw({ described, format, i, saveAs });
    if (round >= 0) peer.found[format].push(took);
  }
}
for (const { stop } of peers) stop();

const [placard, ...others] = peers;
console.log(`${rounds} rounds\n`);
printTable(
  ["peer", "format", "ms (median)", "ms (p90)", "CPU ms", "bytes"],
  peers.flatMap(({ name, found }) =>
    formats.map((format) => {
      const took = (key, q) =>
        quantile(
          found[format].map((each) => each[key]),
          q,
        );
      const cpu = mean(found[format].map((each) => each.cpu));
      return [
        name,
        format,
        fixed(took("ms", 0.5)),
        fixed(took("ms", 0.9)),
        fixed(cpu),
        String(took("bytes", 0.5)),
      ];
    }),
  ),
);
console.log("\nPlacard over each, lower is better; the aim behind it where there is one.\n");
printTable(
  ["peer", "format", "time", "CPU", "bytes"],
  others.flatMap(({ name, file, found }) =>
    formats.map((format) => {
      const own = placard.found[format];
      const paired = (key) =>
        quantile(
          own.map((each, n) => each[key] / found[format][n][key]),
          0.5,
        );
      const cpu = mean(own.map((each) => each.cpu)) / mean(found[format].map((each) => each.cpu));
      const aimed = (key) => beside(paired(key), aims[file]?.[key]?.[format]);
      return [name, format, aimed("ms"), fixed(cpu), aimed("bytes")];
    }),
  ),
);
process.exit(0);

function beside(ratio, aim) {
  return aim === undefined ? fixed(ratio) : `${fixed(ratio)} (≤ ${aim}${ratio <= aim ? "" : ", missed"})`;
}

function fixed(value) {
  return value.toFixed(2);
}

function mean(of) {
  return of.reduce((sum, value) => sum + value, 0) / of.length;
}

function shuffled(items) {
  const left = [...items];
  for (let last = left.length - 1; last > 0; last--) {
    const other = Math.floor(Math.random() * (last + 1));
    [left[last], left[other]] = [left[other], left[last]];
  }
  return left;
}

/** In Markdown, columns in line. */
function printTable(head, rows) {
  const lengths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(lengths[column])).join(" | ")} |`;
  console.log([line(head), line(lengths.map((length) => "-".repeat(length))), ...rows.map(line)].join("\n"));
}
