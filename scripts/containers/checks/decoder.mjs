import assert from "node:assert/strict";
import { reachSource } from "./renderer-access.mjs";

/** What a decoder process can do that a bug in an image library has taken over. */
const exploit = `
  import { readdirSync, readFileSync } from "node:fs";
  ${reachSource}
  const canReadSecret = (pid) => {
    try { return readFileSync("/proc/" + pid + "/environ", "latin1").includes("REDIS_URL"); } catch { return false; }
  };
  process.once("message", async (targets) => process.send({
    reached: (await Promise.all(targets.map(reach))).flat(),
    canReadSecrets: readdirSync("/proc").some((name) => /^[0-9]+$/.test(name) && canReadSecret(name)),
  }));`;

/** Runs the exploit as renderers run their decoders, and without isolation. */
const runExploit = (targets) => `
  import { detectDecoderIsolation, startIsolated, withoutIsolation }
    from "/app/services/renderer/bundle/decoder-isolation.js";
  const exploit = (isolation) => new Promise((resolve) => {
    const child = startIsolated(isolation, ["--input-type=module", "--eval", ${JSON.stringify(exploit)}], {});
    child.once("message", (report) => { child.kill("SIGKILL"); resolve(report); });
    child.send(${JSON.stringify(targets)});
  });
  console.log(JSON.stringify({
    isolated: await exploit(await detectDecoderIsolation()),
    notIsolated: await exploit(withoutIsolation),
  }));`;

/** A decoder that was taken over has no network, and cannot read the renderer's settings. */
export async function checkDecoder(project) {
  const [renderer] = await project.containers("renderer");
  const addressesOf = async (service, port) => {
    const [container] = await project.containers(service);
    return Object.values(container.NetworkSettings.Networks).map(({ IPAddress: host }) => ({
      name: service,
      host,
      port,
    }));
  };
  const targets = [
    ...(await addressesOf("redis", 6379)),
    ...(await addressesOf("storage", 8333)),
    ...(await addressesOf("gateway", 3000)),
    { name: "admin server", host: "127.0.0.1", port: 3002 },
    { name: "metadata", host: "169.254.169.254", port: 80 },
  ];
  const { isolated, notIsolated } = JSON.parse(await project.evaluate(renderer, runExploit(targets)));
  assert.deepEqual(isolated, { reached: [], canReadSecrets: false });
  assert.ok(notIsolated.canReadSecrets);
  for (const name of ["redis", "storage", "admin server"])
    assert.ok(notIsolated.reached.includes(name), name);
}
