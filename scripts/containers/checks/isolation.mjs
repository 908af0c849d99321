import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { serviceOf } from "../project.mjs";

/** Prints the user and the privileges of the container's first process, and whether its root is writable. */
const describeProcess = `
  P=$(grep -E '^(Uid|CapEff|CapBnd|NoNewPrivs):' /proc/1/status | tr -s '\\t ' ' ')
  echo "$P"; (: > /written) 2>/dev/null && echo writable || echo read-only`;

/**
 * Every container has a read-only root, no capabilities, no root user and a memory limit. It has only the
 * networks and ports of the Compose file.
 */
export async function checkIsolation(project) {
  const declared = parse(readFileSync(join(project.directory, "docker-compose.yml"), "utf8"), {
    merge: true,
  }).services;
  const running = (await project.containers()).filter(({ State }) => State.Status === "running");
  assert.ok(running.length >= 5);
  for (const { Id, Name, Config, HostConfig, NetworkSettings } of running) {
    assert.equal(HostConfig.ReadonlyRootfs, true, Name);
    assert.equal(HostConfig.Privileged, false, Name);
    assert.deepEqual(HostConfig.CapDrop, ["ALL"], Name);
    assert.deepEqual(HostConfig.CapAdd ?? [], [], Name);
    assert.ok(HostConfig.Memory > 0, `${Name} has no memory limit`);
    const lines = (await project.docker("exec", Id, "sh", "-c", describeProcess)).split("\n");
    assert.doesNotMatch(lines.join(), /Uid: 0 | 0 /, `${Name} runs as root`);
    for (const expected of ["CapEff: 0000000000000000", "CapBnd: 0000000000000000", "NoNewPrivs: 1"])
      assert.ok(lines.includes(expected), `${Name}: ${lines.join()}`);
    assert.equal(lines.at(-1), "read-only", Name);

    const service = serviceOf(Config);
    const networks = Object.keys(NetworkSettings.Networks).map((network) =>
      network.replace(`${project.name}_`, ""),
    );
    assert.deepEqual(networks.toSorted(), declared[service].networks.toSorted(), Name);
    const addresses = Object.values(NetworkSettings.Ports).flatMap((bindings) => bindings ?? []);
    for (const { HostIp } of addresses) assert.match(HostIp, /^127\./, `${Name} is published on ${HostIp}`);
    assert.equal(addresses.length, service === "gateway" ? 1 : 0, Name);
  }
  return `${running.length} containers`;
}
