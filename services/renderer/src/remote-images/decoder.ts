import { fork, type ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { DecodingJob, DecodingResult } from "./decoder-process.ts";
import { ImageUnavailableError } from "./image-unavailable.ts";
import { createTurns } from "./turns.ts";

/** Decodes files outside of this process. */
export interface Decoder {
  /** Resolves with width × height × 4 bytes of RGBA. Rejects with ImageUnavailableError, or with the signal's reason. */
  decode(job: DecodingJob, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends the processes; jobs under way fail. */
  stop(): void;
}

const program = fileURLToPath(new URL("decoder-process.js", import.meta.url));

/**
 * A decoder of at most `most` processes, each forked when there is work for it and kept for the next file. One that
 * does not end in time is killed: nothing else stops a decoder in the middle of a file.
 */
export function createDecoder({ most }: { most: number }): Decoder {
  const turns = createTurns(most);
  const idle: ChildProcess[] = [];
  const all = new Set<ChildProcess>();

  function start(): ChildProcess {
    const child = fork(program, [], {
      serialization: "advanced", // files and pixels go over as they are
      execArgv: ["--max-old-space-size=64"],
      env: environment(),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    all.add(child);
    child.on("error", () => child.kill("SIGKILL")); // whoever waits for it sees the exit
    child.on("exit", () => {
      all.delete(child);
      const at = idle.indexOf(child);
      if (at >= 0) idle.splice(at, 1);
    });
    giveWay(child);
    return child;
  }

  return {
    async decode(job, signal) {
      const endTurn = await turns.take(signal);
      const child = idle.pop() ?? start();
      let answered = false;
      try {
        const result = await answerOf(child, job, signal);
        answered = true;
        if ("fault" in result)
          throw new ImageUnavailableError(`it can't be decoded: ${firstLine(result.fault)}`);
        if (result.pixels.length !== job.width * job.height * 4)
          throw new ImageUnavailableError("its decoder gave other pixels than were asked for");
        return result.pixels;
      } finally {
        if (answered) idle.push(child);
        else child.kill("SIGKILL");
        endTurn();
      }
    },
    stop() {
      for (const child of all) child.kill("SIGKILL");
    },
  };
}

/** Hands a process a file and awaits its answer, its end, or the signal. */
function answerOf(child: ChildProcess, job: DecodingJob, signal: AbortSignal): Promise<DecodingResult> {
  const { promise, resolve, reject } = withResolvers<DecodingResult>();
  const onExit = () => reject(new ImageUnavailableError("its decoder died of it"));
  const onAbort = () => reject(signal.reason as Error);
  child.once("message", resolve).once("exit", onExit);
  signal.addEventListener("abort", onAbort, { once: true });
  if (signal.aborted) onAbort();
  else if (child.exitCode !== null || child.signalCode !== null) onExit();
  else child.send(job, (error) => error && onExit());
  return promise.finally(() => {
    child.off("message", resolve).off("exit", onExit);
    signal.removeEventListener("abort", onAbort);
  });
}

/** Drawing goes first. Right after the fork, so that every thread of the process inherits it. */
function giveWay({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // gone already, or not ours to say: it works at any priority
  }
}

/** None of our secrets, and one heap for all threads: what a large picture took goes back to the system. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_V8_COVERAGE } = process.env;
  return { PATH, MALLOC_ARENA_MAX: "1", ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }) };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 200) ?? "";
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}
