import { readFile } from "node:fs/promises";
import { findFreePortRange } from "./free-port.ts";
import { defaultOrigin } from "./authenticator.ts";
import { poll } from "./poll.ts";
import { startRedis, type TestRedis } from "./redis.ts";
import { startInProcess, startService, type Service, type ServiceName } from "./service.ts";
import { createTempDirectory } from "./temp-directory.ts";
import { createOperatorKey, createTestAccount } from "./test-account.ts";

interface Options {
  gateways?: number;
  renderers?: number;
  /** Further settings of all processes. */
  env?: Readonly<Record<string, string>>;
  /** Whether Redis writes an append-only file, so that its data survives a restart. */
  appendOnly?: boolean;
  /** A Redis server that is running already, and is not stopped by `stop`. By default one is started. */
  redisUrl?: string;
  /** False discards log lines. */
  keepLogs?: boolean;
  /**
   * The services to start in this process, which takes a tenth of the CPU time. For tests that neither kill
   * nor freeze them. A service whose settings contain a variable of Node.js or the system gets a process.
   */
  inProcess?: readonly ServiceName[];
}

export interface GatewayService extends Service {
  /** `http://127.0.0.1:port` */
  url: string;
  /** `http://127.0.0.1:port` of its admin server. */
  adminUrl: string;
}

export interface RendererService extends Service {
  /** `http://127.0.0.1:port` of its admin server. */
  adminUrl: string;
}

/** JWT_SECRET of all gateways under test. */
export const jwtSecret = "a secret of the tests of thirty-two bytes and more";

/** The users of Redis that operators are given. */
const aclFile = new URL("../../../deploy/redis/placard.acl", import.meta.url);

/** Variables that only a process can have. */
const processVariables = ["NODE_OPTIONS", "NODE_EXTRA_CA_CERTS", "LD_PRELOAD"];

/** The most renderers that one installation can start. Their admin ports are reserved at the start. */
const maxRenderers = 12;

/** A complete installation of real processes, with its own Redis server and directory. */
export type Placard = Awaited<ReturnType<typeof startPlacard>>;

/** Starts an installation and waits until it is ready. The caller must stop it. */
export async function startPlacard({
  gateways = 1,
  renderers = 1,
  env = {},
  appendOnly = false,
  redisUrl,
  keepLogs = true,
  inProcess = [],
}: Options = {}) {
  const redis = redisUrl === undefined ? await startRedisWithUsers(appendOnly) : externalRedis(redisUrl);
  const directory = await createTempDirectory();
  const services: Service[] = [];
  let rendererPort = await findFreePortRange(maxRenderers);
  let firstGatewayPort: number | undefined = await findFreePortRange(2);
  const firstUrl = `http://localhost:${firstGatewayPort}`;
  // Ceremonies take place on the console's page in a browser, and on the page that createAuthenticator
  // simulates.
  const pages = { PUBLIC_URL: firstUrl, ORIGINS: `${firstUrl},${defaultOrigin}` };
  const common = {
    DATA_DIR: directory.path,
    // On a busy machine, an image may take longer than the defaults.
    LINK_BUDGET_MS: "60000",
    RENDER_TIMEOUT_MS: "60000",
    ...(env["PUBLIC_URL"] === undefined && pages),
    ...env,
  };

  function start(name: ServiceName, settings: Readonly<Record<string, string>>): Service {
    const service =
      inProcess.includes(name) && !processVariables.some((variable) => variable in settings)
        ? startInProcess(name, settings)
        : startService(name, settings, { keepLogs, directory: directory.path });
    services.push(service);
    return service;
  }

  async function startGateway(settings: Readonly<Record<string, string>> = {}): Promise<GatewayService> {
    const port = firstGatewayPort ?? (await findFreePortRange(2));
    firstGatewayPort = undefined;
    const adminPort = port + 1;
    const ports = { PORT: String(port), ADMIN_PORT: String(adminPort) };
    const service = start("gateway", {
      REDIS_URL: redisUrl ?? `redis://placard-gateway:GATEWAY-PASSWORD@127.0.0.1:${redis.port}`,
      ...common,
      JWT_SECRET: jwtSecret,
      ...ports,
      ...settings,
    });
    const url = `http://127.0.0.1:${port}`;
    let hasExited = false;
    const exit = service.exited.then((status) => {
      hasExited = true;
      throw new Error(`the gateway exited with status ${status}: ${service.stderr()}`);
    });
    const listening = poll(
      `the gateway on port ${port} to respond`,
      async () => hasExited || (await fetch(`${url}/health/live`)).ok,
    );
    await Promise.race([exit, listening]);
    return { ...service, url, adminUrl: `http://127.0.0.1:${adminPort}` };
  }

  function startRenderer(settings: Readonly<Record<string, string>> = {}): RendererService {
    const port = rendererPort++;
    const service = start("renderer", {
      REDIS_URL: redisUrl ?? `redis://placard-renderer:RENDERER-PASSWORD@127.0.0.1:${redis.port}`,
      ...common,
      ADMIN_PORT: String(port),
      ...settings,
    });
    return { ...service, adminUrl: `http://127.0.0.1:${port}` };
  }

  async function stop(): Promise<void> {
    await Promise.all(services.map((service) => service.stop()));
    await redis.stop();
    await directory.remove();
  }

  try {
    const startedRenderers = Array.from({ length: renderers }, () => startRenderer());
    const startedGateways = await Promise.all(Array.from({ length: gateways }, () => startGateway()));
    const url = startedGateways[0]?.url ?? "";
    if (renderers > 0 && gateways > 0) {
      await poll("Placard to be ready", async () => (await fetch(`${url}/health/ready`)).ok);
    }
    const installation = {
      redisUrl: redis.url,
      caFile: env["NODE_EXTRA_CA_CERTS"],
      publicUrl: common.PUBLIC_URL ?? "",
      jwtSecret,
    };
    return {
      /** `{base_url}` of links: PUBLIC_URL. */
      publicUrl: installation.publicUrl,
      redis,
      directory: directory.path,
      /** A valid API key of the operator account. */
      key: await createOperatorKey(installation),
      /** Creates a user account without HTTP: see TestAccount. */
      createAccount: () => createTestAccount(installation),
      gateways: startedGateways,
      renderers: startedRenderers,
      startGateway,
      startRenderer,
      /** `{base_url}` of the first gateway. */
      url,
      /** The log lines of all processes so far. */
      logs: () => services.flatMap((service) => service.logs()),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts a Redis server with the users of deploy/redis/placard.acl. Tests are its default user. */
async function startRedisWithUsers(appendOnly: boolean): Promise<TestRedis> {
  const [_, ...users] = (await readFile(aclFile, "utf8")).split("\n");
  return startRedis({ appendOnly, users: ["user default on nopass ~* &* +@all", ...users].join("\n") });
}

/** A Redis server that was started elsewhere. */
function externalRedis(url: string): TestRedis {
  const fail = async () => {
    throw new Error(`${url} was started elsewhere: stop or restart it there`);
  };
  return { url, port: 0, stop: async () => {}, kill: fail, restart: fail };
}
