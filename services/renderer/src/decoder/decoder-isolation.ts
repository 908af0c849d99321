import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { StartError } from "@placard/runtime";
import type { IsolationReport } from "./isolation-check.ts";

/**
 * How decoder processes are isolated from the renderer:
 *
 * - `namespace`: their own user and network namespaces, without capabilities. They have no network, and
 *   cannot read the environment or the memory of processes outside.
 * - `user`: another user. It cannot read them either, but has the network.
 * - `none`: the renderer's own user and network.
 */
export interface DecoderIsolation {
  kind: "namespace" | "user" | "none";
  /** Whether the processes run as the user `nobody`, which only root can start. */
  asNobody: boolean;
}

/** No isolation: a decoder process could read the renderer's environment. */
export const withoutIsolation: DecoderIsolation = { kind: "none", asNobody: false };

/** The user and the group `nobody` of most Linux systems. */
const nobody = { uid: 65_534, gid: 65_534 };

/**
 * A command line that runs another one in its own namespaces (unshare and setpriv of util-linux). Being root
 * inside its namespace, the process would get every capability there: the empty bounding set prevents that.
 */
const inNamespaces = [
  ..."unshare --user --map-root-user --net --ipc --".split(" "),
  ..."setpriv --no-new-privs --bounding-set=-all --inh-caps=-all --".split(" "),
];

/** Starts a Node.js program with an IPC channel, isolated, and with nothing but the given environment. */
export function startIsolated(
  { kind, asNobody }: DecoderIsolation,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): ChildProcess {
  const command = [...(kind === "namespace" ? inNamespaces : []), process.execPath, ...args];
  return spawn(command[0]!, command.slice(1), {
    serialization: "advanced", // sends files and pixels as binary
    env,
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    ...(asNobody && nobody),
  });
}

const checkProgram = fileURLToPath(new URL("isolation-check.js", import.meta.url));
const checkTimeoutMs = 30_000; // on a busy machine, a process takes seconds to start

/**
 * Detects the strongest isolation that this system permits by trying each. Containers permit none with the
 * default seccomp profiles, which block new namespaces.
 */
export async function detectDecoderIsolation(): Promise<DecoderIsolation> {
  const isRoot = process.getuid?.() === 0;
  const candidates: DecoderIsolation[] = [
    ...(isRoot ? [{ kind: "namespace", asNobody: true } as const] : []),
    { kind: "namespace", asNobody: false },
    ...(isRoot ? [{ kind: "user", asNobody: true } as const] : []),
  ];
  for (const candidate of candidates) {
    const report = await checkIsolation(candidate);
    if (!report || report.canReadParentEnvironment) continue;
    if (candidate.kind === "namespace" && report.hasNetwork) continue;
    return candidate;
  }
  return withoutIsolation;
}

/** Throws StartError if an isolation is weaker than `weakest`. */
export function requireIsolation({ kind }: DecoderIsolation, weakest: DecoderIsolation["kind"]): void {
  const strongestFirst = ["namespace", "user", "none"];
  if (strongestFirst.indexOf(kind) <= strongestFirst.indexOf(weakest)) return;
  throw new StartError(
    `Image decoders would run with the isolation \`${kind}\`, but \`${weakest}\` is required. In a container, use the seccomp profile deploy/seccomp/renderer.json. To start without it, set DECODER_ISOLATION=${kind}: a bug in an image library could then expose the renderer's credentials and network.`,
  );
}

/** What a process with this isolation can do; undefined if it can't start, or can't read its files. */
export function checkIsolation(isolation: DecoderIsolation): Promise<IsolationReport | undefined> {
  return new Promise((resolve) => {
    const child = startIsolated(isolation, [checkProgram], { PATH: process.env["PATH"] });
    const timeout = setTimeout(() => child.kill("SIGKILL"), checkTimeoutMs);
    const settle = (report?: IsolationReport) => {
      clearTimeout(timeout);
      child.kill("SIGKILL");
      resolve(report);
    };
    child.once("message", (report) => settle(report as IsolationReport));
    child.once("error", () => settle());
    child.once("exit", () => settle());
  });
}
