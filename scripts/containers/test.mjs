import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baseImages, provideImage } from "./base-images.mjs";
import { checkBuiltImages, checkLayerCache } from "./checks/built-images.mjs";
import { checkDecoder } from "./checks/decoder.mjs";
import { checkGracefulStop } from "./checks/graceful-stop.mjs";
import { checkIsolation } from "./checks/isolation.mjs";
import { checkOutage } from "./checks/outages.mjs";
import { checkRendererAccess } from "./checks/renderer-access.mjs";
import { checkRendererKilled } from "./checks/renderer-killed.mjs";
import { checkSameImages } from "./checks/same-images.mjs";
import { startEngine } from "./engine.mjs";
import { createProject } from "./project.mjs";

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    console.error(`\n${signal}: cleaning up after the current step`);
    interruption.abort(new Error(`interrupted by ${signal}`));
  });

const directory = await mkdtemp(join(tmpdir(), "placard-containers-"));
const cleanups = [() => rm(directory, { recursive: true, force: true })];
let project;
try {
  await test();
} catch (error) {
  process.exitCode = 1;
  console.error(error);
  if (project) console.error(await project.compose("logs", "--tail", "15").catch(String));
}
for (const cleanUp of cleanups.toReversed()) {
  try {
    await cleanUp();
  } catch (error) {
    process.exitCode = 1;
    console.error("clean-up failed:", error);
  }
}
console.log(process.exitCode ? "The test FAILED." : "All steps passed.");
process.exit();

async function test() {
  const engine = await startEngine(join(directory, "engine"));
  cleanups.push(engine.stop);
  const names = new Map();
  for (const image of baseImages())
    await step(`Provide the image ${image}`, async () => {
      names.set(image, await provideImage(engine, directory, image));
      return names.get(image);
    });

  project = await createProject(engine, join(directory, "project"), names);
  cleanups.push(() => project.compose("down", "--volumes", "--timeout", "5"));
  const steps = {
    "Build both images": buildImages,
    "The images are small, and contain no development files": checkBuiltImages,
    "A changed source line does not compile canvas again": checkLayerCache,
    "The Compose file starts with two renderers, and all health checks pass": startContainers,
    "Containers are read-only, unprivileged, and published on loopback only": checkIsolation,
    "Renderers have no access to accounts, secrets and gateways": checkRendererAccess,
    "Decoders have no network and no access to their renderer's settings": checkDecoder,
    "`placard keys create` in the gateway's container prints a key": createKey,
    "Containers render the same bytes as this machine": checkSameImages,
    "A killed renderer loses no request, and its container restarts": checkRendererKilled,
    "Placard recovers from an outage of redis without a restart": checkOutage("redis"),
    "Placard recovers from an outage of storage without a restart": checkOutage("storage"),
    "Placard recovers from an outage of renderer without a restart": checkOutage("renderer"),
    "Containers that are stopped under load exit with status 0": checkGracefulStop,
  };
  for (const [title, check] of Object.entries(steps)) await step(title, () => check(project));
}

/**
 * Runs one step, and prints its title, how long it took, and what it returns, such as a measured value.
 * @param title states what holds if the step passes
 */
async function step(title, work) {
  interruption.signal.throwIfAborted();
  process.stdout.write(`${title} … `);
  const startedAt = performance.now();
  const elapsed = () => `${Math.round((performance.now() - startedAt) / 1000)} s`;
  try {
    const note = await work();
    console.log(`passed (${elapsed()})${note ? `: ${note}` : ""}`);
  } catch (error) {
    console.log(`FAILED (${elapsed()})`);
    throw error;
  }
}

async function buildImages({ compose }) {
  await compose("build");
}

async function startContainers({ compose, waitUntilHealthy }) {
  await compose("up", "--detach");
  await waitUntilHealthy(180_000);
}

/** The requests of later steps use the key. */
async function createKey(created) {
  created.key = await created.compose("exec", "-T", "gateway", "placard", "keys", "create", "--name", "test");
  assert.match(created.key, /^plk_/);
}
