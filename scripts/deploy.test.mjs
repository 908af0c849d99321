import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { BlockList } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse, parseAllDocuments } from "yaml";
import { readGatewaySettings, readRendererSettings } from "../packages/runtime/dist/index.js";
import { createTempDirectory } from "../packages/testing/dist/index.js";
import { runbooks } from "./drills/runbooks/index.mjs";
import { root } from "./setup/command.mjs";
import { findManifestErrors } from "./testing/manifest-errors.mjs";

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

  it("is valid with all variables of .env.example, and rejected if one of them is missing", async () => {
    assert.ok(names.includes("JWT_SECRET"));
    await validateConfig(names);
    await assert.rejects(validateConfig(names.slice(1)), /see \.env\.example/);
    const uses = [...read("docker-compose.yml").matchAll(/\$\{(\w+)([^}]*)\}/g)];
    for (const [use, name = "", otherwise] of uses)
      if (names.includes(name)) assert.equal(otherwise, ":?see .env.example", use);
    for (const name of names)
      assert.ok(
        uses.some(([, used]) => used === name),
        name,
      );
  });

  it("contains no secrets: .env.example sets no values", () => {
    assert.doesNotMatch(read(".env.example"), /^[A-Z0-9_]+=./m);
  });

  it("restricts every container, with limits and health checks, and publishes only the gateway", () => {
    assert.ok(Object.keys(services).length >= 4);
    for (const [name, service] of Object.entries(services)) {
      assert.equal(service["read_only"], true, name);
      assert.deepEqual(service["cap_drop"], ["ALL"], name);
      const seccomp = name === "renderer" ? ["seccomp:./deploy/seccomp/renderer.json"] : [];
      assert.deepEqual(service["security_opt"], ["no-new-privileges:true", ...seccomp], name);
      assert.ok(service["deploy"].resources.limits.memory, name);
      assert.ok(service["healthcheck"], name);
      assert.equal("ports" in service, name === "gateway", name);
    }
  });

  it("publishes the gateway on the loopback interface by default", () => {
    assert.deepEqual(services["gateway"]?.["ports"], ["${PUBLISH_ADDRESS:-127.0.0.1}:3000:3000"]);
  });

  it("pins every image that it does not build by digest, and limits every temporary file system", () => {
    for (const [name, { image, build, tmpfs }] of Object.entries(services)) {
      if (!build) assert.match(image, /:\d+\.\d+(\.\d+)?(-[a-z]+)?@sha256:[0-9a-f]{64}$/, name);
      assert.match(tmpfs.join(), /^\/tmp:size=\d+m,/, name);
    }
    for (const service of ["gateway", "renderer"]) {
      const stages = [...read(`services/${service}/Dockerfile`).matchAll(/^FROM (\S+)/gm)];
      assert.ok(stages.length > 0, service);
      for (const [, image] of stages)
        assert.match(
          image ?? "",
          /^(node:\d+\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}|scratch)$/,
          service,
        );
    }
  });

  it("gives renderers no secret of the gateway, and no network with it", () => {
    const { gateway, renderer } = services;
    const variables = (/** @type {Manifest | undefined} */ service) =>
      [...JSON.stringify(service?.["environment"]).matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name);
    const ofGateway = variables(gateway);
    assert.deepEqual(
      variables(renderer).filter((name) => ofGateway.includes(name)),
      [],
    );
    assert.ok(ofGateway.includes("JWT_SECRET") && !variables(renderer).includes("JWT_SECRET"));
    const isShared = (/** @type {string} */ network) => gateway?.["networks"].includes(network);
    assert.deepEqual(renderer?.["networks"].filter(isShared), []);
    assert.match(renderer?.["environment"].REDIS_URL, /^redis:\/\/placard-renderer:/);
    assert.match(gateway?.["environment"].REDIS_URL, /^redis:\/\/placard-gateway:/);
  });

  it("lets only the S3 server of the storage listen on a network", () => {
    const [command] = services["storage"]?.["command"] ?? [];
    assert.match(command, / -ip\.bind=127\.0\.0\.1 /);
    assert.match(command, / -s3\.ip\.bind=0\.0\.0\.0 /);
  });

  it("starts Redis with the users and permissions of deploy/redis/placard.acl", () => {
    const { command, volumes } = services["redis"] ?? {};
    assert.ok(volumes.includes("./deploy/redis/placard.acl:/etc/placard.acl:ro"));
    const acl = read("deploy/redis/placard.acl");
    const passwords = [...acl.matchAll(/>([A-Z-]+)/g)].map(([, name]) => name);
    assert.ok(passwords.length > 0);
    for (const name of passwords) assert.ok(command[2].includes(`s/${name}/`), name);
    // Nobody can sign in as the default user, but Redis replays transactions of the append-only file with its
    // permissions.
    assert.match(acl, /^user default off resetpass allkeys allchannels allcommands$/m);
  });

  it("gives the gateway and the renderer longer to stop than their graceful stop may take", () => {
    for (const name of ["gateway", "renderer"]) {
      const { environment, stop_grace_period: period } = services[name] ?? {};
      assert.ok(parseInt(period) * 1000 > readStopTimeoutMs(name, environment), name);
    }
  });
});

/**
 * Whether an address is in an ipBlock of a NetworkPolicy.
 * @param {string} address
 * @param {{ cidr: string, except?: string[] }} ipBlock
 */
function isInBlock(address, { cidr, except = [] }) {
  const contains = (/** @type {string} */ block) => {
    const [network = "", prefix] = block.split("/");
    const list = new BlockList();
    list.addSubnet(network, Number(prefix), network.includes(":") ? "ipv6" : "ipv4");
    return list.check(address, address.includes(":") ? "ipv6" : "ipv4");
  };
  return contains(cidr) && !except.some(contains);
}

/**
 * How long a graceful stop of a service may take with the settings of a deployment.
 * @param {string} service
 * @param {Record<string, string>} settings
 */
function readStopTimeoutMs(service, settings) {
  const required = { REDIS_URL: "redis://redis", JWT_SECRET: "-".repeat(32), ADMIN_TOKEN: "-".repeat(32) };
  const readSettings = service === "gateway" ? readGatewaySettings : readRendererSettings;
  const fixed = Object.entries(settings).filter(([, value]) => !value?.startsWith("${"));
  return readSettings({ ...Object.fromEntries(fixed), ...required }).stopTimeoutMs;
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
  const secrets = manifests.filter(({ kind }) => kind === "Secret");
  const kustomization = manifests.find(({ kind }) => kind === "Kustomization");
  const configMap = kustomization?.["configMapGenerator"][0];
  const linkLocal = ["169.254.169.254", "169.254.170.2", "fe80::1", "fd00:ec2::254"];
  const privateAddresses = ["10.0.0.1", "172.16.0.1", "192.168.1.1", "100.64.0.1", "127.0.0.1", "fd12::1"];

  it("contains only fields that Kubernetes, Kustomize, KEDA and the Prometheus Operator know", async () => {
    assert.deepEqual(await findManifestErrors(manifests), []);
    const withTypingErrors = manifests.map((manifest) => ({ ...manifest, metdata: {} }));
    assert.equal((await findManifestErrors(withTypingErrors)).length, manifests.length);
    const [deployment] = structuredClone(deployments);
    deployment?.["spec"].template.spec.containers.push({ name: "a", image: "b", readinesProbe: {} });
    const errors = await findManifestErrors(deployment ? [deployment] : []);
    assert.match(errors.join(), /readinesProbe/);
  });

  it("lists every manifest in its kustomization except the secret, whose values are empty", () => {
    const { resources } = kustomization ?? {};
    const others = files.filter((file) => !["kustomization.yaml", "secret.example.yaml"].includes(file));
    assert.deepEqual(resources.toSorted(), others.toSorted());
    assert.equal(secrets.length, 2);
    for (const { stringData } of secrets) assert.deepEqual([...new Set(Object.values(stringData))], [""]);
  });

  it("gives each service its own secret, and renderers no JWT_SECRET", () => {
    for (const { metadata, spec } of deployments) {
      const [{ envFrom }] = spec.template.spec.containers;
      const names = envFrom.flatMap((/** @type {Manifest} */ { secretRef }) => secretRef?.name ?? []);
      assert.deepEqual(names, [`placard-${metadata.name}`]);
    }
    const namesOf = (/** @type {string} */ name) =>
      Object.keys(secrets.find(({ metadata }) => metadata.name === name)?.["stringData"] ?? {});
    assert.ok(namesOf("placard-gateway").includes("JWT_SECRET"));
    assert.ok(!namesOf("placard-renderer").includes("JWT_SECRET"));
    for (const { metadata } of secrets) assert.ok(namesOf(metadata.name).includes("METRICS_TOKEN"));
  });

  it("restarts pods when the configuration changes: the ConfigMap is generated", () => {
    assert.ok(!manifests.some(({ kind }) => kind === "ConfigMap"));
    assert.equal(configMap.name, "placard");
    assert.equal(kustomization?.["generatorOptions"]?.disableNameSuffixHash, undefined);
  });

  it("lets pods connect to the Internet, but not to link-local or private addresses on web ports", () => {
    const egress = manifests
      .filter(({ kind }) => kind === "NetworkPolicy")
      .flatMap(({ spec }) => spec.egress ?? []);
    assert.ok(egress.length > 0);
    for (const { to, ports } of egress) {
      assert.ok(to?.length > 0, "every rule names its peers");
      const isWeb = ports.some((/** @type {Manifest} */ { port }) => [80, 443].includes(port));
      for (const { ipBlock, namespaceSelector } of to) {
        assert.ok(!(isWeb && namespaceSelector), "web ports are not open to pods");
        assert.ok(!namespaceSelector || namespaceSelector.matchLabels, "every namespace is named");
        for (const address of isWeb ? [...linkLocal, ...privateAddresses] : linkLocal)
          assert.ok(!ipBlock || !isInBlock(address, ipBlock), `${address} ${JSON.stringify(ipBlock)}`);
      }
    }
    const otlp = egress.filter(({ ports }) =>
      ports.some((/** @type {Manifest} */ { port }) => port === 4318),
    );
    assert.equal(otlp.length, 2, "OTLP is allowed in the cluster and on the Internet");
  });

  it("lets gateways, and not renderers, connect to SMTP servers", () => {
    const isMail = (/** @type {Manifest} */ { port }) => [25, 465, 587].includes(port);
    const policies = manifests.filter(({ spec }) =>
      spec?.egress?.some((/** @type {Manifest} */ { ports }) => ports.some(isMail)),
    );
    assert.deepEqual(
      policies.map(({ spec }) => spec.podSelector),
      [{ matchLabels: { "app.kubernetes.io/name": "gateway" } }],
    );
  });

  it("scales by metrics that the PodMonitors label with the namespace, and never takes none for zero", () => {
    const monitors = manifests.filter(({ kind }) => kind === "PodMonitor");
    assert.deepEqual(
      monitors.map(({ spec }) => spec.selector.matchLabels),
      deployments.map(({ spec }) => spec.selector.matchLabels),
    );
    for (const { metadata, spec } of monitors)
      assert.deepEqual(spec.podMetricsEndpoints[0].authorization.credentials, {
        name: `placard-${metadata.name}`,
        key: "METRICS_TOKEN",
      });
    const scaledObject = manifests.find(({ kind }) => kind === "ScaledObject");
    const { ignoreNullValues, query } = scaledObject?.["spec"].triggers[0].metadata ?? {};
    assert.equal(ignoreNullValues, "false");
    assert.ok(query.includes(`namespace="${kustomization?.["namespace"]}"`));
  });

  it("gives every container three probes, limits, a read-only root file system and no privileges", () => {
    assert.equal(deployments.length, 2);
    for (const { metadata, spec } of deployments) {
      const pod = spec.template.spec;
      assert.equal(pod.securityContext.runAsNonRoot, true);
      assert.deepEqual(
        pod.securityContext.seccompProfile,
        metadata.name === "renderer"
          ? { type: "Localhost", localhostProfile: "placard-renderer.json" }
          : { type: "RuntimeDefault" },
      );
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
    const data = Object.fromEntries(
      configMap.literals.map((/** @type {string} */ literal) => literal.split(/=(.*)/s)),
    );
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

describe("deploy/seccomp/renderer.json", () => {
  it("permits namespaces, and nothing that changes the system or reads other processes", () => {
    const { defaultAction, syscalls } = JSON.parse(read("deploy/seccomp/renderer.json"));
    assert.equal(defaultAction, "SCMP_ACT_ERRNO");
    assert.deepEqual(
      syscalls.map((/** @type {Manifest} */ { action }) => action),
      ["SCMP_ACT_ALLOW"],
    );
    const permitted = new Set(syscalls[0].names);
    assert.ok(permitted.has("unshare"));
    const dangerous =
      "mount umount2 pivot_root chroot setns ptrace process_vm_readv bpf perf_event_open io_uring_setup userfaultfd keyctl init_module kexec_load reboot mknod open_by_handle_at";
    assert.deepEqual(
      dangerous.split(" ").filter((name) => permitted.has(name)),
      [],
    );
  });
});

describe(".github/workflows", () => {
  it("pins every action by the commit of a version", () => {
    for (const file of readdirSync(join(root, ".github/workflows")))
      for (const [line] of read(join(".github/workflows", file)).matchAll(/\buses: .*/g))
        assert.match(line, /^uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, file);
  });
});

describe("deploy/prometheus/alerts.yml", () => {
  it("has only alerts whose runbook section has a drill", () => {
    /** @type {{ rules: { alert: string }[] }[]} */
    const groups = parse(read("deploy/prometheus/alerts.yml")).groups;
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    assert.deepEqual(Object.keys(runbooks).toSorted(), alerts.toSorted());
  });
});
