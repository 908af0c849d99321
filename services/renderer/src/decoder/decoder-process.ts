// Decodes untrusted files, one at a time, in a separate process. If it hangs, exhausts its memory or crashes,
// it is replaced.
import {
  decodeRaster,
  InvalidFileError,
  measureRaster,
  rasterizeSvg,
  sanitizeFile,
  sanitizeSvg,
} from "@placard/engine/files";
import sharp from "sharp";
import type { DecoderResponse, DecoderTask } from "./decoder-tasks.ts";

/** The loaders of libvips for each kind of file; every other one is blocked. */
const rasterLoaders = ["Png", "Jpeg", "Webp", "Heif", "Nsgif"].map((name) => `VipsForeignLoad${name}`);
const svgLoaders = ["VipsForeignLoadSvg"];
sharp.concurrency(1);
sharp.cache(false);

function enableLoaders(loaders: string[]): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders });
}

async function execute(task: DecoderTask): Promise<DecoderResponse> {
  enableLoaders(
    task.task === "rasterize" || (task.task === "sanitize" && task.format === "svg")
      ? svgLoaders
      : rasterLoaders,
  );
  if (task.task === "measure") return { size: await measureRaster(task) };
  if (task.task === "decode") return { pixels: await decodeRaster(task, task) };
  if (task.task === "rasterize") return { pixels: await rasterizeSvg(sanitizeSvg(task.bytes), task) };
  return { file: await sanitizeFile(task) };
}

function toFailure(error: unknown): DecoderResponse {
  if (error instanceof InvalidFileError) return { refused: error.message };
  return { error: error instanceof Error ? error.message : String(error) };
}

process.on("message", (task: DecoderTask) => {
  execute(task)
    .catch(toFailure)
    .then((response) => process.send?.(response))
    .catch(() => process.kill(process.pid, "SIGKILL")); // the parent sees the exit
});
// process.exit would wait for the decoding in progress.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Ctrl-C reaches the whole process group, but the parent may still have images to render before it stops this
// process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
