import { spawn } from "node:child_process";
import { once } from "node:events";
import { Resolver } from "node:dns/promises";
import { findFreePort } from "./free-port.ts";
import { guardProcess } from "./guard.ts";
import { poll } from "./poll.ts";
import { getInheritedEnv } from "./service.ts";

/** The records of a DNS server under test, by name. */
interface DnsRecords {
  /** IPv4 addresses. */
  addresses?: Readonly<Record<string, string>>;
  /** The values of TXT records. */
  texts?: Readonly<Record<string, readonly string[]>>;
}

/** A DNS server for tests, on a loopback port. */
export interface TestDns {
  /** `127.0.0.1:port` */
  address: string;
  setRecords: (records: DnsRecords) => Promise<void>;
  stop: () => Promise<void>;
}

/** A name that every server under test has. */
const readyName = "ready.placard.test";

/**
 * Starts a DNS server (dnsmasq) for names in `.test` that knows only the given records. Stops with this
 * process.
 */
export async function startDns(records: DnsRecords = {}): Promise<TestDns> {
  const port = await findFreePort();
  const address = `127.0.0.1:${port}`;
  let stopServer = await startServer(port, records);
  return {
    address,
    async setRecords(replacement) {
      await stopServer();
      stopServer = await startServer(port, replacement);
    },
    stop: () => stopServer(),
  };
}

async function startServer(port: number, { addresses = {}, texts = {} }: DnsRecords) {
  const args = [
    ...[
      "--keep-in-foreground",
      "--conf-file=/dev/null",
      "--pid-file",
      "--user=",
      "--no-hosts",
      "--no-resolv",
    ],
    ...["--local=/test/", "--bind-interfaces", "--listen-address=127.0.0.1", `--port=${port}`],
    ...Object.entries({ ...addresses, [readyName]: "127.0.0.1" }).map(
      ([name, ip]) => `--host-record=${name},${ip}`,
    ),
    ...Object.entries(texts).flatMap(([name, values]) =>
      values.map((value) => `--txt-record=${name},${value}`),
    ),
  ];
  // Debian installs it in a directory that is not on the PATH of every user.
  const env = getInheritedEnv();
  const child = spawn("dnsmasq", args, {
    env: { ...env, PATH: `${env["PATH"]}:/usr/sbin:/usr/local/sbin` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const releaseGuard = guardProcess(child.pid ?? 0);
  const exited = once(child, "exit").finally(releaseGuard);
  await poll(`the DNS server on port ${port} to respond`, () => responds(port));
  return async () => {
    child.kill("SIGKILL");
    await exited;
  };
}

async function responds(port: number): Promise<boolean> {
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${port}`]);
  return (await resolver.resolve4(readyName).catch(() => [])).length > 0;
}
