import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse, parseAllDocuments } from "yaml";
import { readGatewaySettings, readRendererSettings } from "../packages/runtime/dist/index.js";
import { createTempDirectory } from "../packages/testing/dist/index.js";
import { root } from "./setup/command.mjs";

/** @typedef {Record<string, any>} Manifest */

/** @param {string} file */
const read = (file) => readFileSync(join(root, file), "utf8");

describe("docker-compose.yml", () => {
  const names = [...read(".env.example").matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name = ""]) => name);
  /** @type {Record<string, Manifest>} */
  const services = parse(read("docker-compose.yml"), { merge: true }).services;
  /** @type {import("../packages/testing/dist/index.js").TempDirectory} */
  let directory;
  before(async () => {
    directory = await createTempDirectory();
  });
  after(() => directory.remove());

  /** @param {readonly string[]} variables */
  async function validateConfig(variables) {
    const file = join(directory.path, "env");
    await writeFile(file, variables.map((name) => `${name}=0123456789abcdef0123456789abcdef\n`).join(""));
    const { PATH, HOME } = process.env;
    return promisify(execFile)("docker-compose", ["--env-file", file, "config", "-q"], {
      cwd: root,
      env: { PATH, HOME },
    });
  }

  it("is valid with all variables of .env.example, and rejected if one of them is missing", async function () {
    this.timeout(60_000);
    await validateConfig(names);
    for (const name of names)
      await assert.rejects(
        validateConfig(names.filter((other) => other !== name)),
        /see \.env\.example/,
        name,
      );
  });

  it("contains no secrets: .env.example sets no values", () => {
    assert.doesNotMatch(read(".env.example"), /^[A-Z0-9_]+=./m);
  });

  it("makes every container read-only without capabilities, sets memory limits and health checks, and publishes only the gateway", () => {
    for (const [name, service] of Object.entries(services)) {
      assert.equal(service["read_only"], true, name);
      assert.deepEqual(service["cap_drop"], ["ALL"], name);
      assert.deepEqual(service["security_opt"], ["no-new-privileges:true"], name);
      assert.ok(service["deploy"].resources.limits.memory, name);
      assert.ok(service["healthcheck"], name);
      assert.equal("ports" in service, name === "gateway", name);
    }
  });

  it("gives the gateway and the renderer longer to stop than their graceful stop may take", () => {
    for (const name of ["gateway", "renderer"]) {
      const { environment, stop_grace_period: period } = services[name] ?? {};
      assert.ok(parseInt(period) * 1000 > readStopTimeoutMs(name, environment), name);
    }
  });
});

/**
 * How long a graceful stop of a service may take with the settings of a deployment.
 * @param {string} service
 * @param {Record<string, string>} settings
 */
function readStopTimeoutMs(service, settings) {
  const required = { REDIS_URL: "redis://redis", JWT_SECRET: "-".repeat(32), ADMIN_TOKEN: "token" };
  const readSettings = service === "gateway" ? readGatewaySettings : readRendererSettings;
  return readSettings({ ...settings, ...required, PUBLIC_URL: "https://og.example.org", TRUST_PROXY: "off" })
    .stopTimeoutMs;
}

describe("deploy/kubernetes", () => {
  const folder = "deploy/kubernetes";
  const files = readdirSync(join(root, folder));
  /** @type {Manifest[]} */
  const manifests = files.flatMap((file) =>
    parseAllDocuments(read(join(folder, file))).map((document) => {
      assert.deepEqual(document.errors, [], file);
      return document.toJS();
    }),
  );
  const deployments = manifests.filter(({ kind }) => kind === "Deployment");

  it("lists every manifest in its kustomization except the secret, whose values are empty", () => {
    const { resources } = manifests.find(({ kind }) => kind === "Kustomization") ?? {};
    const others = files.filter((file) => !["kustomization.yaml", "secret.example.yaml"].includes(file));
    assert.deepEqual(resources.toSorted(), others.toSorted());
    const secret = manifests.find(({ kind }) => kind === "Secret");
    assert.deepEqual([...new Set(Object.values(secret?.["stringData"]))], [""]);
  });

  it("gives every container three probes, resource limits, a read-only root file system and no privileges", () => {
    assert.equal(deployments.length, 2);
    for (const { spec } of deployments) {
      const pod = spec.template.spec;
      assert.equal(pod.securityContext.runAsNonRoot, true);
      assert.equal(pod.securityContext.seccompProfile.type, "RuntimeDefault");
      for (const container of pod.containers) {
        for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"]) assert.ok(container[probe]);
        assert.ok(container.resources.limits.memory && container.resources.limits.cpu);
        const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = container.securityContext;
        assert.deepEqual([readOnlyRootFilesystem, allowPrivilegeEscalation], [true, false]);
        assert.deepEqual(capabilities.drop, ["ALL"]);
      }
    }
  });

  it("gives every process longer to stop, after the preStop hook, than its graceful stop may take", () => {
    const { data } = manifests.find(({ kind }) => kind === "ConfigMap") ?? {};
    for (const { metadata, spec } of deployments) {
      const { containers, terminationGracePeriodSeconds } = spec.template.spec;
      for (const { env = [], lifecycle } of containers) {
        const variables = env.map((/** @type {Manifest} */ { name, value }) => [name, value]);
        const stopTimeoutMs = readStopTimeoutMs(metadata.name, { ...data, ...Object.fromEntries(variables) });
        const [, preStopSeconds = "0"] = lifecycle?.preStop.exec.command ?? [];
        assert.ok(terminationGracePeriodSeconds * 1000 > Number(preStopSeconds) * 1000 + stopTimeoutMs);
      }
    }
  });
});
