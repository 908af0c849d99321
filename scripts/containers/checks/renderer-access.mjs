import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Defines a function that connects to a target. It resolves with its name in a list if that succeeds. */
export const reachSource = `
  import { connect } from "node:net";
  const reach = (target) => new Promise((resolve) => {
    const socket = connect({ ...target, timeout: 2000 });
    const finish = (names) => { socket.destroy(); resolve(names); };
    socket.on("connect", () => finish([target.name]));
    socket.on("timeout", () => finish([])).on("error", () => finish([]));
  });`;

/** Renderers have no secret of the gateway, cannot read accounts, and cannot connect to the gateway. */
export async function checkRendererAccess(project) {
  const [[renderer], [gateway]] = [await project.containers("renderer"), await project.containers("gateway")];
  assert.ok(renderer && gateway);

  const secrets = [
    ...readFileSync(join(project.directory, ".env"), "utf8").matchAll(/^(\w+)=([0-9a-f]{64})$/gm),
  ];
  const environment = renderer.Config.Env.join("\n");
  assert.doesNotMatch(environment, /JWT_SECRET/);
  for (const [, name = "", secret = ""] of secrets.filter(([, each]) => !each?.startsWith("RENDERER_")))
    assert.ok(!environment.includes(secret), `the renderer has ${name}`);

  const denied = [
    ["zrange", "{placard}:users", "0", "-1"],
    ["get", "{placard}:session:any"],
    ["set", "{placard}:users", "any"],
    ["scan", "0"],
    ["keys", "*"],
    ["acl", "whoami"],
    ["config", "get", "*"],
    ["flushall"],
  ];
  assert.equal(await project.redis(renderer, "exists", "{placard}:renderer-alive"), "1");
  for (const command of denied)
    assert.match(await project.redis(renderer, ...command), /^NOPERM/, command.join(" "));

  const targets = Object.values(gateway.NetworkSettings.Networks).flatMap(({ IPAddress }) =>
    [3000, 3001].map((port) => ({ name: `port ${port}`, host: IPAddress, port })),
  );
  const reached = await project.evaluate(
    renderer,
    `${reachSource}
    console.log(JSON.stringify((await Promise.all(${JSON.stringify(targets)}.map(reach))).flat()));`,
  );
  assert.deepEqual(JSON.parse(reached), []);
}
