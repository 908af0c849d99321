// Decodes untrusted files, one at a time, in a separate process: it may hang, exhaust its memory or crash, and is then
// killed and replaced. Its parent lowers its priority.
import {
  decodeRaster,
  formatSvg,
  InvalidFileError,
  measureRaster,
  rasterizeSvg,
  sanitizeSvg,
} from "@placard/engine/images";
import sharp from "sharp";
import type { DecoderResponse, DecoderTask, SanitizeTask } from "./decoder-tasks.ts";
import { sanitizeRaster } from "./sanitize-raster.ts";

/** The loaders of libvips for each kind of file; every other one is blocked. */
const rasterLoaders = ["Png", "Jpeg", "Webp", "Heif", "Nsgif"].map((name) => `VipsForeignLoad${name}`);
const svgLoaders = ["VipsForeignLoadSvg"];
sharp.concurrency(1);
sharp.cache(false);

function enableLoaders(loaders: string[]): void {
  sharp.block({ operation: ["VipsForeignLoad"] });
  sharp.unblock({ operation: loaders });
}

/** The size of the longest side of an SVG document that is drawn to check that it can be drawn, in pixels. */
const trialSide = 1024;

async function sanitize({ bytes, format, weight }: SanitizeTask): Promise<DecoderResponse> {
  if (format === "svg") {
    const { root, ...size } = sanitizeSvg(bytes);
    const ratio = Math.min(64, Math.max(1 / 64, size.aspectRatio ?? 1));
    const width = Math.max(1, Math.round(trialSide * Math.min(1, ratio)));
    await rasterizeSvg({ root }, { width, height: Math.max(1, Math.round(width / ratio)) });
    const markup = Buffer.from(formatSvg({ root }));
    return { file: { bytes: markup, content: { contentType: "image/svg+xml", ...size } } };
  }
  if (format === "png" || format === "jpeg" || format === "webp") {
    const { bytes: encoded, width, height } = await sanitizeRaster(bytes, format);
    return { file: { bytes: encoded, content: { contentType: `image/${format}`, width, height } } };
  }
  const { rewriteFont } = await import("./font/rewrite-font.ts"); // most processes never need it
  const { bytes: rewritten, contentType, ...font } = await rewriteFont(bytes, format, weight);
  return { file: { bytes: rewritten, content: { contentType, font } } };
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
  return sanitize(task);
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
// Ctrl-C reaches the whole process group, but the parent may still have images to render before it stops this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
