// The whole product (gateway, two renderers, Redis, file storage) relative to takumi and to satori with resvg as Express servers
// that render in process, two processes each: uncached cards, 8 clients. A bare service of Placard's shape beside them. Needs
// `npm ci --prefix bench/peers`.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { allocatorSettings } from "./allocator.mjs";
import { startBareService } from "./bare-service.mjs";
import { requestBody } from "./cards.mjs";
import { quantile, startRenderLoop } from "./client.mjs";
import { readCpuMs } from "./processes.mjs";
import { report } from "./report.mjs";

const { values } = parseArgs({
  options: { rounds: { type: "string", default: "4" }, format: { type: "string", multiple: true } },
});
const rounds = Number(values.rounds);
const formats = values.format ?? ["png", "jpeg", "webp"];
const roundMs = 1_500;
/** Until V8 has compiled the code of all processes: two renderers take 20 to 40 s of full load. */
const warmUpMs = 20_000;
const clients = 8;

/** The least images per second relative to each peer. */
const goals = {
  png: { takumi: 1, satori: 5 },
  jpeg: { takumi: 3, satori: 11 },
  webp: { takumi: 0.95, satori: 4.5 },
};

const placard = await startPlacard({ renderers: 2, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const redis = new Redis(placard.redis.url);
const [, redisPid] = /process_id:(\d+)/.exec(await redis.info("server"));
redis.disconnect();
const pidsOf = (services) => services.map(({ pid }) => pid);
const gatewayPids = pidsOf(placard.gateways);
const processes = [];
async function startPeer(name) {
  const child = fork(fileURLToPath(new URL("peers/server.mjs", import.meta.url)), [name], {
    env: { ...process.env, ...allocatorSettings },
  });
  processes.push(child);
  const [{ url, pids }] = await once(child, "message");
  return { url, pids };
}
const servers = {
  placard: { url: placard.url, pids: pidsOf([...placard.gateways, ...placard.renderers]) },
  takumi: await startPeer("takumi"),
  satori: await startPeer("satori"),
  bare: await startBareService({ renderers: 2 }),
};
const loop = await startRenderLoop();
let next = 0;

const agent = new Agent({ keepAlive: true });

/** Resolves with the body of the response. Rejects if the status is not 200. */
async function generate(url, body) {
  const bytes = JSON.stringify(body);
  const headers = {
    Authorization: `Bearer ${placard.key}`,
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(bytes),
  };
  const sent = request(`${url}/api/v1/og/generate`, { method: "POST", agent, headers });
  sent.end(bytes);
  const [response] = await once(sent, "response");
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const responseBody = Buffer.concat(chunks);
  if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${responseBody.toString()}`);
  return responseBody;
}

/** Requests uncached images for a while. Resolves with images per second, and CPU time per image in ms. */
async function measure({ url, pids }, format, ms) {
  const readAll = () => [pids, gatewayPids, [redisPid]].map(readCpuMs);
  const cpuBefore = readAll();
  const startedAt = performance.now();
  let count = 0;
  const client = async () => {
    while (performance.now() - startedAt < ms) {
      await generate(url, requestBody(next++, format));
      count++;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  const rate = count / ((performance.now() - startedAt) / 1000);
  const [cpu, gatewayCpu, redisCpu] = readAll().map((value, i) => (value - cpuBefore[i]) / count);
  return { rate, cpu, gatewayCpu, redisCpu };
}

/** Measures each server and the renderer alone in turn. */
async function measureAll(format, ms) {
  const result = {};
  for (const [name, server] of Object.entries(servers)) result[name] = await measure(server, format, ms);
  result.loop = await loop.measure({ task: "throughput", format, ms, concurrency: 2, from: next });
  return result;
}

/** The size of one card in KB. Its text is the same for all servers. */
async function sizeOf(name, format) {
  if (name === "bare") return sizeOf("placard", format);
  const response = await generate(servers[name].url, requestBody(0, format));
  if (name !== "placard") return response.length / 1000;
  const { url } = JSON.parse(response).data;
  const image = await fetch(placard.url + new URL(url).pathname);
  return (await image.arrayBuffer()).byteLength / 1000;
}

for (const format of formats) await measureAll(format, warmUpMs);

const rows = [];
for (const format of formats) {
  const results = [];
  for (let round = 0; round < rounds; round++) results.push(await measureAll(format, roundMs));
  const median = (valueOf) => quantile(results.map(valueOf), 0.5);
  for (const name of Object.keys(servers))
    rows.push({
      format,
      server: name,
      "images/s": toHundredths(median((result) => result[name].rate)),
      "images/s, Placard's over it": toHundredths(
        median((result) => result.placard.rate / result[name].rate),
      ),
      "CPU ms": toHundredths(median((result) => result[name].cpu)),
      ...(name === "placard" && {
        "of these, gateway": toHundredths(median((result) => result.placard.gatewayCpu)),
        "renderer alone": toHundredths(median((result) => result.loop.cpu)),
        "Redis, not included": toHundredths(median((result) => result.placard.redisCpu)),
      }),
      KB: toHundredths(await sizeOf(name, format)),
    });
  for (const [name, atLeast] of Object.entries(goals[format]))
    report({
      name: `whole product: images per second over ${name}'s, ${format}`,
      value: median((result) => result.placard.rate / result[name].rate),
      goal: { atLeast },
    });
  report({
    name: `images per second of a bare service over takumi's, ${format}`,
    value: median((result) => result.bare.rate / result.takumi.rate),
  });
  report({
    name: `whole product: CPU per image beyond the renderer's, ${format}`,
    value: median((result) => result.placard.cpu - result.loop.cpu),
    unit: "ms",
    goal: { atMost: 3 },
  });
}
console.table(rows);
for (const child of processes) child.kill();
loop.stop();
await servers.bare.stop();
await placard.stop();
process.exit(0);

function toHundredths(value) {
  return Number(value.toFixed(2));
}
