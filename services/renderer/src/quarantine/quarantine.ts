import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import {
  fontRegistry,
  type FontLoader,
  type ImageLoader,
  type RenderedImage,
  type RenderOptions,
} from "@placard/engine";
import { remoteImagesOf, type CompiledTemplate } from "@placard/templates";
import { RendererCrashedError } from "../jobs/render-failures.ts";
import { createProcessPool } from "../process-pool.ts";
import type { FromQuarantine, NeededFile, QuarantineTask, ToQuarantine } from "./quarantine-messages.ts";

interface Options {
  /** Processes, and therefore cards, at a time. */
  maxProcesses: number;
  /** How long a process may take for a card, in ms. */
  renderTimeoutMs?: number;
}

/** Loads the images and fonts of a card. */
interface CardFiles {
  readonly images: ImageLoader;
  readonly fonts: FontLoader;
}

const program = fileURLToPath(new URL("quarantine-process.js", import.meta.url));

/** V8's heap in MiB, several times what a card needs, so that the container's memory is never used up. */
const memoryLimit = "--max-old-space-size=256";

/** A process that has registered more fonts ends after its card. */
const maxFonts = 64;

/** Many times what the largest card takes, its images included. */
const defaultRenderTimeoutMs = 15_000;

/** How long processes without a card are kept: a crash is often followed by another one. */
const maxIdleMs = 60_000;

/**
 * Creates the quarantine: it renders cards that may crash in separate processes, one at a time in each. If a
 * process exits or hangs, its card is the cause, and no other card is affected.
 */
export function createQuarantine({ maxProcesses, renderTimeoutMs = defaultRenderTimeoutMs }: Options) {
  const stopping = new AbortController();
  const pool = createProcessPool({ maxProcesses, maxIdleMs, start, whenReady });

  /** Renders a card in a process; settles with its result, its exit, the timeout or the signal. */
  function renderIn(child: ChildProcess, task: QuarantineTask, files: CardFiles, signal: AbortSignal) {
    return new Promise<Extract<FromQuarantine, { card: unknown }>>((resolve, reject) => {
      const settle = (finish: () => void) => {
        clearTimeout(timeout);
        child.off("message", onMessage).off("exit", onExit).off("error", fail);
        signal.removeEventListener("abort", onAbort);
        finish();
      };
      const fail = (error: Error) => settle(() => reject(error));
      const send = (message: ToQuarantine) => child.send(message, () => {}); // the exit is the error
      const onMessage = (message: FromQuarantine) => {
        if ("needed" in message)
          readFile(message.needed, files).then((file) => send({ id: message.id, file }), fail);
        else if ("card" in message) settle(() => resolve(message));
        else if ("error" in message) fail(new Error(message.error));
      };
      const onExit = (status: number | null, signalName: NodeJS.Signals | null) => {
        const cause = signalName ?? `status ${status}`;
        fail(new RendererCrashedError(`the card crashed a separate process (${cause})`));
      };
      const onAbort = () => fail(signal.reason as Error);
      child.on("message", onMessage).once("exit", onExit).once("error", fail);
      signal.addEventListener("abort", onAbort, { once: true });
      const reason = `the card was not rendered within ${renderTimeoutMs} ms in a separate process`;
      const timeout = setTimeout(() => fail(new RendererCrashedError(reason)), renderTimeoutMs);
      if (signal.aborted) onAbort();
      else send({ task });
    });
  }

  return {
    /**
     * Renders a card. Rejects with RendererCrashedError if that ends its process or takes too long. Also
     * rejects with the signal's reason and the loaders' errors.
     */
    async render(template: CompiledTemplate, options: RenderOptions & CardFiles): Promise<RenderedImage> {
      const { images, fonts, signal, ...card } = options;
      pool.prepare();
      const urls = new Set(remoteImagesOf(template, card.data).map(({ value }) => value));
      const measure = async (url: string) => [url, await images.measure(url)] as const;
      // Fetches them while other cards are rendered.
      const sizes = new Map(await Promise.all([...urls].map(measure)));
      const { document } = template;
      // Checked before; a check takes 60 ms.
      const { samples: _samples, ...json } = document.template;
      const coverage = fontRegistry.coverage?.bits;
      const task = { card, document: { ...document, template: json }, sizes, coverage };
      const signals = AbortSignal.any([...(signal ? [signal] : []), stopping.signal]);
      return pool.use(async (child) => {
        const result = await renderIn(child, task, { images, fonts }, signals);
        if (result.fonts > maxFonts) {
          child.kill("SIGKILL");
          await once(child, "exit"); // the next card gets another process
        }
        return result.card;
      }, signals);
    },
    /** Kills the processes; their cards fail, but not as those that crash. */
    stop(): void {
      stopping.abort(new Error("the renderer is stopping"));
      pool.stop();
    },
  };
}
export type Quarantine = ReturnType<typeof createQuarantine>;

function readFile(needed: NeededFile, { images, fonts }: CardFiles): Promise<unknown> {
  return "font" in needed ? fonts(needed.font) : images.load(needed.source, needed.size);
}

function start(): ChildProcess {
  return fork(program, {
    serialization: "advanced", // sends pixels, fonts and images as binary
    execArgv: [...process.execArgv, memoryLimit],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
}

/** The first message of a process says that it is ready. */
async function whenReady(child: ChildProcess): Promise<void> {
  await new Promise((resolve) => child.once("message", resolve));
}
