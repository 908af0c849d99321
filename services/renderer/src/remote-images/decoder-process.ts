// Decodes untrusted files, one at a time, in a separate process: it may hang, exhaust its memory or crash, and is then
// killed and replaced. Its parent lowers its priority.
import sharp from "sharp";
import type { RemoteImageFormat } from "./detect-format.ts";

/** A file to decode, and the size in pixels to crop it to. */
export interface DecodeRequest {
  bytes: Uint8Array;
  format: RemoteImageFormat;
  width: number;
  height: number;
}

/** The pixels, row by row: red, green, blue and alpha (not premultiplied), one byte each; or why decoding failed. */
export type DecodeResponse = { pixels: Uint8Array } | { error: string };

const maxPixels = 40_000_000;

/** The loaders of libvips that are enabled; every other one is blocked. */
const loaders = ["Png", "Jpeg", "Webp", "Heif", "Nsgif"].map((name) => `VipsForeignLoad${name}`);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: loaders });
sharp.concurrency(1);
sharp.cache(false);

async function decode({ bytes, format, width, height }: DecodeRequest): Promise<Uint8Array> {
  const image = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" }); // the first frame of an animation
  const header = await image.metadata();
  if (header.width * header.height > maxPixels) throw new Error(`more than ${maxPixels} pixels`);
  const actual = header.format === "heif" && header.compression === "av1" ? "avif" : header.format;
  if (actual !== format) throw new Error(`detected as ${format} but decoded as ${actual}`);
  return image
    .autoOrient()
    .resize(width, height, { fit: "cover" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer();
}

function respond(response: DecodeResponse): void {
  process.send?.(response);
}

process.on("message", (request: DecodeRequest) => {
  decode(request).then(
    (pixels) => respond({ pixels }),
    (error: unknown) => respond({ error: error instanceof Error ? error.message : String(error) }),
  );
});
// process.exit would wait for the decoding in progress.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// Ctrl-C reaches the whole process group, but the parent may still have images to render before it stops this process.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
