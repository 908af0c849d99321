import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startRedis } from "@placard/testing";
import { allocatorSettings } from "./allocator.mjs";

/**
 * Starts what any service of Placard's shape has at least: a `node:http` server that adds jobs to a BullMQ queue and waits for their events,
 * and workers that render and write files. It has no accounts, checks, recipes, logs or metrics, and flushes nothing to the disk.
 */
export async function startBareService({ renderers = 1 } = {}) {
  const redis = await startRedis();
  const directory = await mkdtemp(join(tmpdir(), "placard-bench-"));
  const start = async (file, args, env) => {
    const child = fork(fileURLToPath(new URL(file, import.meta.url)), [redis.url, ...args], {
      env: { ...process.env, ...env },
    });
    const [message] = await once(child, "message");
    return { child, message };
  };
  const processes = [];
  for (let i = 0; i < renderers; i++)
    processes.push(await start("bare-renderer.mjs", [directory], allocatorSettings));
  const gateway = await start("bare-gateway.mjs", [], {});
  processes.push(gateway);
  return {
    url: gateway.message,
    pids: processes.map(({ child }) => child.pid),
    async stop() {
      for (const { child } of processes) {
        child.kill();
        await once(child, "exit");
      }
      await redis.stop();
      await rm(directory, { recursive: true });
    },
  };
}
