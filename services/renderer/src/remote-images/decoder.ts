import type { ChildProcess } from "node:child_process";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import PQueue from "p-queue";
import { startIsolated, type DecoderIsolation } from "./decoder-isolation.ts";
import type { DecodeRequest, DecodeResponse } from "./decoder-process.ts";
import { ImageUnavailableError } from "./image-unavailable.ts";

/** Decodes files in other processes. */
export interface Decoder {
  /**
   * Resolves with width × height × 4 bytes of RGBA. Rejects with ImageUnavailableError, or with the signal's reason: a
   * file that waits then leaves the queue, and the process of one being decoded is killed.
   */
  decode(request: DecodeRequest, signal: AbortSignal): Promise<Uint8Array>;
  /** Kills the processes; files being decoded fail. */
  stop(): void;
}

const program = fileURLToPath(new URL("decoder-process.js", import.meta.url));

/**
 * Creates a decoder with at most `maxProcesses` processes. Each is started when first needed and reused for the next file. One that
 * does not respond in time is killed: nothing else stops a decoder in the middle of a file.
 */
export function createDecoder({
  maxProcesses,
  isolation,
}: {
  maxProcesses: number;
  isolation: DecoderIsolation;
}): Decoder {
  const queue = new PQueue({ concurrency: maxProcesses });
  const idle: ChildProcess[] = [];
  const running = new Set<ChildProcess>();

  function start(): ChildProcess {
    const child = startIsolated(isolation, ["--max-old-space-size=64", program], environment());
    running.add(child);
    child.on("error", () => child.kill("SIGKILL")); // the request in progress sees the exit
    child.on("exit", () => {
      running.delete(child);
      const index = idle.indexOf(child);
      if (index >= 0) idle.splice(index, 1);
    });
    lowerPriority(child);
    return child;
  }

  async function decodeNow(request: DecodeRequest, signal: AbortSignal): Promise<Uint8Array> {
    const child = idle.pop() ?? start();
    let hasResponded = false;
    try {
      const response = await exchange(child, request, signal);
      hasResponded = true;
      if ("error" in response)
        throw new ImageUnavailableError(`decoding failed: ${firstLine(response.error)}`);
      if (response.pixels.length !== request.width * request.height * 4)
        throw new ImageUnavailableError("decoding failed: wrong number of pixels");
      return response.pixels;
    } finally {
      if (hasResponded) idle.push(child);
      else child.kill("SIGKILL");
    }
  }

  return {
    decode: (request, signal) => queue.add(() => decodeNow(request, signal), { signal }),
    stop() {
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

/** Sends a request to a process; settles with its response, its exit, or the signal. */
function exchange(child: ChildProcess, request: DecodeRequest, signal: AbortSignal): Promise<DecodeResponse> {
  return new Promise<DecodeResponse>((resolve, reject) => {
    const settle = (finish: () => void) => {
      child.off("message", onMessage).off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
      finish();
    };
    const onMessage = (response: DecodeResponse) => settle(() => resolve(response));
    const onExit = () => settle(() => reject(new ImageUnavailableError("decoding failed: decoder exited")));
    const onAbort = () => settle(() => reject(signal.reason as Error));
    child.once("message", onMessage).once("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    else if (child.exitCode !== null || child.signalCode !== null) onExit();
    else child.send(request, (error) => error && onExit());
  });
}

/** Rendering takes precedence over decoding. Called right after the start, so that every thread inherits the priority. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has exited, or the system does not permit it: decoding works at any priority.
  }
}

/** No secrets of ours, and one heap for all threads, so that the memory of a large image returns to the system. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_V8_COVERAGE } = process.env;
  return { PATH, MALLOC_ARENA_MAX: "1", ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }) };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 200) ?? "";
}
