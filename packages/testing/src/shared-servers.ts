// The servers that all test files of a run share. The first file that needs one starts it. They belong to
// mocha's main process: in parallel mode, no file knows which one is the last. Test files access them over
// HTTP on loopback: see shared-placard.ts and shared-s3.ts.
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { startPlacard, type Placard } from "./placard.ts";
import { startS3, type S3Access, type TestS3 } from "./s3.ts";
import type { LogLine } from "./service.ts";

/** The environment variable with the URL of the shared servers. */
export const sharedServersVariable = "PLACARD_TEST_SERVERS";

/** The properties of the shared installation that test files use. */
export interface SharedPlacardInfo {
  gateways: { url: string; adminUrl: string; pid: number }[];
  renderers: { adminUrl: string; pid: number }[];
  publicUrl: string;
  redisUrl: string;
  directory: string;
}

export interface SharedServers {
  /** The URL for test files. */
  url: string;
  /** The duration of each test file. */
  times: () => readonly { file: string; seconds: number }[];
  /** Exceptions in worker processes after the end of their test file. */
  lateErrors: () => readonly string[];
  stop: () => Promise<void>;
}

/** Serves the shared servers on loopback. Each is started by the first request for it. */
export async function startSharedServers(): Promise<SharedServers> {
  const times: { file: string; seconds: number }[] = [];
  const lateErrors: string[] = [];
  let placard: Promise<Placard> | undefined;
  let s3: Promise<TestS3> | undefined;
  const getPlacard = () => (placard ??= startSharedPlacard());

  const resources: Record<string, (query: URLSearchParams) => Promise<unknown>> = {
    "/placard": async () => describePlacard(await getPlacard()),
    "/placard/logs": async (query) => filterLogs((await getPlacard()).logs(), query),
    "/placard/stderr": async () => {
      const { gateways, renderers } = await getPlacard();
      return [...gateways, ...renderers].map(({ stderr }) => stderr()).join("");
    },
    "/s3": async () => describeS3(await (s3 ??= startS3())),
    "/times": async (query) => {
      times.push({ file: query.get("file") ?? "", seconds: Number(query.get("ms")) / 1000 });
      return {};
    },
    "/late-errors": async (query) => {
      lateErrors.push(query.get("error") ?? "");
      return {};
    },
  };
  const respond: RequestListener = (req, res) => {
    const { pathname, searchParams } = new URL(req.url ?? "", "http://localhost");
    const read = resources[pathname] ?? (() => Promise.reject(new Error(`no shared server ${pathname}`)));
    read(searchParams).then(
      (body) => res.end(JSON.stringify(body)),
      (error: unknown) => res.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
    );
  };
  const server = createServer(respond).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    times: () => times,
    lateErrors: () => lateErrors,
    async stop() {
      server.close();
      server.closeAllConnections();
      const started = await Promise.allSettled([placard, s3]);
      for (const each of started) if (each.status === "fulfilled") await each.value?.stop();
    },
  };
}

/** Starts an installation for most tests: no rate limits; remote images and webhooks on any loopback port. */
function startSharedPlacard(): Promise<Placard> {
  return startPlacard({
    gateways: 2,
    env: {
      RATE_LIMIT_API: "0",
      RATE_LIMIT_AUTH: "0",
      RATE_LIMIT_ACCOUNT: "0",
      RATE_LIMIT_PAGES: "0",
      IMAGE_ALLOW_PRIVATE: "true",
    },
  });
}

function describePlacard({ gateways, renderers, publicUrl, redis, directory }: Placard): SharedPlacardInfo {
  return {
    gateways: gateways.map(({ url, adminUrl, pid }) => ({ url, adminUrl, pid })),
    renderers: renderers.map(({ adminUrl, pid }) => ({ adminUrl, pid })),
    publicUrl,
    redisUrl: redis.url,
    directory,
  };
}

function describeS3({ endpoint, region, accessKeyId, secretAccessKey }: TestS3): S3Access {
  return { endpoint, region, accessKeyId, secretAccessKey };
}

function filterLogs(lines: LogLine[], query: URLSearchParams): LogLine[] {
  const values = [...query];
  return lines.filter((line) => values.every(([name, value]) => String(line[name]) === value));
}
