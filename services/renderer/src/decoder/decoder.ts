import { InvalidFileError, type SanitizedFile } from "@placard/engine/files";
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createProcessPool } from "../process-pool.ts";
import { startIsolated, type DecoderIsolation } from "./decoder-isolation.ts";
import type {
  DecoderResponse,
  DecoderTask,
  DecodeTask,
  MeasureTask,
  RasterizeTask,
  SanitizeTask,
} from "./decoder-tasks.ts";

/** A file could not be decoded. The message is for logs. */
export class DecodingError extends Error {
  override name = "DecodingError";
}

/** Decodes files in other processes. */
export interface Decoder {
  /** Resolves with the size of an image in pixels, turned upright. Rejects as `toPixels`. */
  measure(task: MeasureTask, signal: AbortSignal): Promise<{ width: number; height: number }>;
  /**
   * Resolves with width × height × 4 bytes of RGBA. Rejects with DecodingError, or with the signal's reason.
   * A waiting file then leaves the queue, or the process that decodes it is killed.
   */
  toPixels(task: DecodeTask | RasterizeTask, signal: AbortSignal): Promise<Uint8Array>;
  /**
   * Sanitizes an upload. Rejects as `toPixels`, or with InvalidFileError if the owner can fix the file.
   * Taking too much CPU time or making the process exit counts as a damaged file.
   */
  sanitize(task: SanitizeTask, signal: AbortSignal): Promise<SanitizedFile>;
  /** Kills the processes; files being decoded fail. */
  stop(): void;
}

/** The CPU time that sanitizing one file may take, in ms. A busy machine needs more time for it. */
const defaultMaxCpuMs = 8_000;
const cpuCheckIntervalMs = 250;

/** V8's heap in MiB, and the memory of one WebAssembly instance in pages of 64 KiB. */
const memoryLimits = ["--max-old-space-size=64", "--wasm-max-mem-pages=2048"];
const program = fileURLToPath(new URL("decoder-process.js", import.meta.url));

/**
 * Creates a decoder with at most `maxProcesses` processes. Each is started when first needed and reused for
 * the next file. One that does not respond in time is killed: nothing else stops a decoder in the middle of a
 * file.
 */
export function createDecoder({
  maxProcesses,
  isolation,
  maxCpuMs = defaultMaxCpuMs,
}: {
  maxProcesses: number;
  isolation: DecoderIsolation;
  maxCpuMs?: number;
}): Decoder {
  const pool = createProcessPool({
    maxProcesses,
    start: () => startIsolated(isolation, [...memoryLimits, program], environment()),
  });

  const run = (task: DecoderTask, signal: AbortSignal) =>
    pool.use((child) => exchange(child, task, signal), signal);

  /** Rejects with InvalidFileError when the process has used too much CPU time. */
  async function exchangeWithCpuLimit(child: ChildProcess, task: SanitizeTask, signal: AbortSignal) {
    const limit = new AbortController();
    const startMs = cpuTimeMs(child);
    const check = setInterval(() => {
      if (cpuTimeMs(child) - startMs > maxCpuMs) limit.abort(new InvalidFileError(tooComplex));
    }, cpuCheckIntervalMs);
    try {
      return await exchange(child, task, AbortSignal.any([signal, limit.signal]));
    } finally {
      clearInterval(check);
    }
  }

  return {
    async measure(task, signal) {
      const response = await run(task, signal);
      if (!("size" in response)) throw failureOf(response);
      return response.size;
    },
    async toPixels(task, signal) {
      const response = await run(task, signal);
      if (!("pixels" in response)) throw failureOf(response);
      if (response.pixels.length !== task.width * task.height * 4)
        throw new DecodingError("decoding failed: wrong number of pixels");
      return response.pixels;
    },
    async sanitize(task, signal) {
      const response = await pool.use((child) => exchangeWithCpuLimit(child, task, signal), signal);
      if ("file" in response) return response.file;
      throw "refused" in response ? new InvalidFileError(response.refused) : failureOf(response);
    },
    stop: pool.stop,
  };
}

const tooComplex = "The file takes too long to be processed. Make it smaller or simpler.";

function failureOf(response: DecoderResponse): DecodingError {
  const reason =
    "error" in response ? response.error : "refused" in response ? response.refused : "no result";
  return new DecodingError(`decoding failed: ${firstLine(reason)}`);
}

/** Sends a task to a process; settles with its response, its exit, or the signal. */
function exchange(child: ChildProcess, task: DecoderTask, signal: AbortSignal): Promise<DecoderResponse> {
  return new Promise<DecoderResponse>((resolve, reject) => {
    const settle = (finish: () => void) => {
      child.off("message", onMessage).off("exit", onExit);
      signal.removeEventListener("abort", onAbort);
      finish();
    };
    const onMessage = (response: DecoderResponse) => settle(() => resolve(response));
    const onExit = () => settle(() => reject(new DecodingError("decoding failed: decoder exited")));
    const onAbort = () => settle(() => reject(signal.reason as Error));
    child.once("message", onMessage).once("exit", onExit);
    signal.addEventListener("abort", onAbort, { once: true });
    if (signal.aborted) onAbort();
    else if (child.exitCode !== null || child.signalCode !== null) onExit();
    else child.send(task, (error) => error && onExit());
  });
}

/** The CPU time of a process in ms since an unknown moment; without `/proc`, the time passed. */
function cpuTimeMs({ pid }: ChildProcess): number {
  try {
    // The name may contain spaces.
    const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ");
    const [userTicks, systemTicks] = fields.split(" ").slice(11, 13).map(Number);
    return 10 * ((userTicks ?? 0) + (systemTicks ?? 0)); // 100 ticks a second on every Linux
  } catch {
    return performance.now();
  }
}

/** No secrets, and one heap for all threads, so that the memory of large images is freed. */
function environment(): NodeJS.ProcessEnv {
  const { PATH, NODE_V8_COVERAGE } = process.env;
  return { PATH, MALLOC_ARENA_MAX: "1", ...(NODE_V8_COVERAGE !== undefined && { NODE_V8_COVERAGE }) };
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]?.slice(0, 200) ?? "";
}
