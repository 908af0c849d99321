// The whole product (gateway, two renderers, Redis, file storage) relative to takumi and satori with resvg.
// These are Express servers that render in process, two processes each. Uncached cards, 8 clients. Needs
// `npm ci --prefix bench/peers`.
import { startPlacard } from "@placard/testing";
import { requestBody } from "./cards.mjs";
import { createClient, runClients } from "./client.mjs";
import { readCpuMs, readRedisPid, startProcess } from "./processes.mjs";
import { medians, report } from "./report.mjs";

const rounds = 4;
const roundMs = 6_000;
/** Until V8 has compiled the code of all processes: two renderers take 20 to 40 s of full load. */
const warmUpMs = 20_000;
const clients = 8;

/** The least images per second relative to each peer. */
const goals = {
  png: { takumi: 0.95, satori: 6 },
  jpeg: { takumi: 2.8, satori: 9 },
  webp: { takumi: 1.9, satori: 13 },
};

const placard = await startPlacard({ renderers: 2, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const redisPid = await readRedisPid(placard.redis.url);
const pidsOf = (services) => services.map(({ pid }) => pid);
const gatewayPids = pidsOf(placard.gateways);
const peers = {
  takumi: await startProcess("peers/server.mjs", "takumi"),
  satori: await startProcess("peers/server.mjs", "satori"),
};
const servers = {
  placard: { url: placard.url, pids: pidsOf([...placard.gateways, ...placard.renderers]) },
  takumi: peers.takumi.ready,
  satori: peers.satori.ready,
};
const loop = await startProcess("peers/render-loop.mjs", "placard");
let next = 0;

/** Requests uncached images for a while. Resolves with images per second, and CPU time per image in ms. */
async function measure({ url, pids }, format, ms) {
  const generate = createClient({ url, key: placard.key });
  const readAll = () => [pids, gatewayPids, [redisPid]].map(readCpuMs);
  const cpuBefore = readAll();
  const run = await runClients(
    clients,
    (elapsedMs) => elapsedMs > ms,
    () => generate(requestBody(next++, format)),
  );
  const [cpu, gateway, redisCpu] = readAll().map((value, i) => (value - cpuBefore[i]) / run.count);
  return { rate: run.count / (run.ms / 1000), cpu, gateway, redis: redisCpu };
}

/** Measures each server and the engine alone in turn. */
async function measureAll(format, ms) {
  const result = {};
  for (const [name, server] of Object.entries(servers)) result[name] = await measure(server, format, ms);
  result.loop = await loop.ask({ format, ms, concurrency: 2, from: next });
  return result;
}

for (const format of Object.keys(goals)) await measureAll(format, warmUpMs);

// The formats take turns, so that a slow moment of the machine affects all of them.
const resultsOf = Object.fromEntries(Object.keys(goals).map((format) => [format, []]));
for (let round = 0; round < rounds; round++)
  for (const [format, results] of Object.entries(resultsOf)) results.push(await measureAll(format, roundMs));

const rows = [];
for (const [format, goal] of Object.entries(goals)) {
  const results = resultsOf[format];
  for (const name of Object.keys(servers)) {
    const row = medians(
      results.map(({ placard: own, loop: alone, [name]: server }) => ({
        "images/s": server.rate,
        "images/s, Placard's over it": own.rate / server.rate,
        "CPU ms": server.cpu,
        ...(name === "placard" && {
          "of these, gateway": own.gateway,
          "engine alone": alone.cpu,
          "beyond the engine": own.cpu - alone.cpu,
          "Redis, not included": own.redis,
        }),
      })),
    );
    rows.push({ format, server: name, ...row });
    if (name === "placard")
      report({
        name: `whole product: CPU per image beyond the engine's, ${format}`,
        value: row["beyond the engine"],
        unit: "ms",
      });
    else
      report({
        name: `whole product: images per second over ${name}'s, ${format}`,
        value: row["images/s, Placard's over it"],
        goal: { atLeast: goal[name] },
      });
  }
}
console.table(rows);
for (const { stop } of [loop, ...Object.values(peers)]) stop();
await placard.stop();
process.exit(0);
