// What one image costs Redis, gateways and renderers, by the number of renderers and gateways that share one
// Redis. CPU time does not depend on the number of cores, so this machine may have fewer cores than
// processes.
import { startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { createClient, runClients } from "./client.mjs";
import { readCpuMs } from "./processes.mjs";
import { report } from "./report.mjs";

const installations = [
  { gateways: 1, renderers: 1 },
  { gateways: 1, renderers: 4 },
  { gateways: 1, renderers: 8 },
  { gateways: 4, renderers: 4 },
  { gateways: 8, renderers: 8 },
];
const images = 800;
const clientsPerProcess = 8; // the load grows with the installation
const warmUpPerProcess = 150; // until V8 has compiled the code

/** A card that is cheap to render, so that Redis is used as often as possible. */
function smallCard(i) {
  return {
    template: "quote",
    data: { quote: `Card ${i}` },
    options: { format: "jpeg", width: 200, height: 200 },
  };
}

async function measure({ gateways, renderers }) {
  const placard = await startPlacard({ gateways, renderers, env: { RATE_LIMIT_API: "0" }, keepLogs: false });
  const redis = new Redis(placard.redis.url);
  const generators = placard.gateways.map(({ url }) => createClient({ url, key: placard.key }));
  const processes = Math.max(gateways, renderers);
  let next = 0;
  const render = (count) =>
    runClients(
      clientsPerProcess * processes,
      (_, done) => done >= count,
      () => {
        const i = next++;
        return generators[i % gateways](smallCard(i));
      },
    );
  /**
   * What was used so far: CPU time in ms, commands (also in scripts), and bytes from and to Redis' clients.
   */
  const read = async () => {
    const info = await redis.info("all");
    const field = (name) => Number(new RegExp(`^${name}:([\\d.]+)`, "m").exec(info)[1]);
    return {
      redisMs: 1000 * (field("used_cpu_user") + field("used_cpu_sys")),
      commands: field("total_commands_processed"),
      bytes: field("total_net_input_bytes") + field("total_net_output_bytes"),
      gatewayMs: readCpuMs(placard.gateways.map(({ pid }) => pid)),
      rendererMs: readCpuMs(placard.renderers.map(({ pid }) => pid)),
    };
  };
  const difference = (after, before) =>
    Object.fromEntries(
      Object.keys(after).map((name) => [name, Number(((after[name] - before[name]) / images).toFixed(3))]),
    );
  await render(warmUpPerProcess * processes);
  const start = await read();
  await render(images);
  const end = await read();
  next -= images;
  await render(images); // the same cards again: cache hits
  const { redisMs, gatewayMs } = difference(await read(), end);
  redis.disconnect();
  await placard.stop();
  return { ...difference(end, start), redisMsPerHit: redisMs, gatewayMsPerHit: gatewayMs };
}

const rows = [];
for (const installation of installations) rows.push({ ...installation, ...(await measure(installation)) });
console.table(rows);

const redisMsOf = (gateways, renderers) =>
  rows.find((row) => row.gateways === gateways && row.renderers === renderers).redisMs;
report({
  name: "Redis CPU time per image of 8 renderers, relative to 1",
  value: redisMsOf(1, 8) / redisMsOf(1, 1),
  goal: { atMost: 1.2 },
});
report({
  name: "Redis CPU time per image of 4 gateways, relative to 1",
  value: redisMsOf(4, 4) / redisMsOf(1, 4),
  goal: { atMost: 1.3 },
});
process.exit(0);
