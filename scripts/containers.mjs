// `npm run test:containers`: builds both images, runs the Compose file in a separate Docker daemon, and
// checks what the documentation says about containers. Then it removes everything that it created. See
// CONTRIBUTING.md, "Container test".
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { baseImages, provideImage } from "./containers/base-images.mjs";
import { startEngine } from "./containers/engine.mjs";
import { createProject } from "./containers/project.mjs";
import { createSteps } from "./containers/steps.mjs";
import { setUp } from "./setup/set-up.mjs";

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  console.error(
    "This test needs root on Linux, because it starts a Docker daemon. Run: sudo npm run test:containers",
  );
  process.exit(1);
}
await setUp("containers");
// These modules import the build, so they are loaded after the set-up.
const { checkBuiltImages, checkLayerCache } = await import("./containers/checks/built-images.mjs");
const { checkDecoder } = await import("./containers/checks/decoder.mjs");
const { checkGracefulStop } = await import("./containers/checks/graceful-stop.mjs");
const { checkIsolation } = await import("./containers/checks/isolation.mjs");
const { checkOutage } = await import("./containers/checks/outages.mjs");
const { checkRendererAccess } = await import("./containers/checks/renderer-access.mjs");
const { checkRendererKilled } = await import("./containers/checks/renderer-killed.mjs");
const { checkSameImages } = await import("./containers/checks/same-images.mjs");

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    console.error(`\n${signal}: cleaning up after the current step`);
    interruption.abort(new Error(`interrupted by ${signal}`));
  });
const { step, summary } = createSteps(interruption.signal);

const directory = await mkdtemp(join(tmpdir(), "placard-containers-"));
const cleanups = [() => rm(directory, { recursive: true, force: true })];
let project;
let isPassed = false;
try {
  await test();
  isPassed = true;
} catch (error) {
  console.error(error);
  if (project) console.error(await project.compose("logs", "--tail", "15").catch(String));
}
for (const cleanUp of cleanups.toReversed()) {
  try {
    await cleanUp();
  } catch (error) {
    isPassed = false;
    console.error("clean-up failed:", error);
  }
}
console.log(`\n${summary().join("\n")}\n\n${isPassed ? "All steps passed." : "The test FAILED."}`);
process.exit(isPassed ? 0 : 1);

async function test() {
  const engine = await startEngine(join(directory, "engine"));
  cleanups.push(engine.stop);
  const names = new Map();
  for (const image of baseImages())
    await step(`Provide the image ${image}`, async () => {
      names.set(image, await provideImage(engine, directory, image));
      return names.get(image);
    });

  const created = await createProject(engine, join(directory, "project"), names);
  project = created;
  await step("Build both images", async () => void (await created.compose("build")));
  await step("The images are small, and contain no development files", () => checkBuiltImages(created));
  await step("A changed source line does not compile canvas again", () =>
    checkLayerCache(created, engine.env),
  );

  cleanups.push(async () => void (await created.compose("down", "--volumes", "--timeout", "5")));
  await step("The Compose file starts with two renderers, and all health checks pass", async () => {
    await created.compose("up", "--detach");
    await created.waitUntilHealthy(180_000);
  });
  await step("Containers are read-only, unprivileged, and published on loopback only", () =>
    checkIsolation(created),
  );
  await step("Renderers have no access to accounts, secrets and gateways", () =>
    checkRendererAccess(created),
  );

  await step("Decoders have no network and no access to their renderer's settings", () =>
    checkDecoder(created),
  );

  let key = "";
  await step("`placard keys create` in the gateway's container prints a key", async () => {
    key = await created.compose("exec", "-T", "gateway", "placard", "keys", "create", "--name", "test");
    if (!key.startsWith("plk_")) throw new Error(`not a key: ${key}`);
  });
  const { url } = created;
  await step("Containers render the same bytes as this machine", () => checkSameImages(url, key));
  await step("A killed renderer loses no request, and its container restarts", () =>
    checkRendererKilled(created, key),
  );
  for (const service of ["redis", "storage", "renderer"])
    await step(`Placard recovers from an outage of ${service} without a restart`, () =>
      checkOutage(created, key, service),
    );
  await step("Containers that are stopped under load exit with status 0", () =>
    checkGracefulStop(created, key),
  );
}
