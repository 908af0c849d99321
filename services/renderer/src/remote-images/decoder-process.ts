// A process of its own that decodes what strangers send, one file at a time: it may hang, swell or crash, and is killed
// and forked anew when it does. Its parent has lowered its priority.
import sharp from "sharp";
import type { OriginalFormat } from "./sniff.ts";

/** A file to decode, and the size in pixels that it has to cover. */
export interface DecodingJob {
  bytes: Uint8Array;
  format: OriginalFormat;
  width: number;
  height: number;
}

/** The pixels, row by row: red, green, blue and alpha (not premultiplied), a byte each. Or why there are none. */
export type DecodingResult = { pixels: Uint8Array } | { fault: string };

const mostPixels = 40_000_000;

/** Of all that libvips can read, this is what may be read. */
const loaders = ["Png", "Jpeg", "Webp", "Heif", "Nsgif"].map((name) => `VipsForeignLoad${name}`);
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: loaders });
sharp.concurrency(1);
sharp.cache(false);

async function decode({ bytes, format, width, height }: DecodingJob): Promise<Uint8Array> {
  const original = sharp(bytes, { limitInputPixels: mostPixels, failOn: "error" }); // of several frames, the first
  const header = await original.metadata();
  if (header.width * header.height > mostPixels) throw new Error(`it has more than ${mostPixels} pixels`);
  const found = header.format === "heif" && header.compression === "av1" ? "avif" : header.format;
  if (found !== format) throw new Error(`it begins as ${format} but is ${found}`);
  return original
    .autoOrient()
    .resize(width, height, { fit: "cover" })
    .toColourspace("srgb")
    .ensureAlpha()
    .raw({ depth: "uchar" })
    .toBuffer();
}

function answer(result: DecodingResult): void {
  process.send?.(result);
}

process.on("message", (job: DecodingJob) => {
  decode(job).then(
    (pixels) => answer({ pixels }),
    (error: unknown) => answer({ fault: error instanceof Error ? error.message : String(error) }),
  );
});
// An ordinary exit would wait for what is being decoded.
process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
// A Ctrl-C reaches the whole group: when to end is for the parent to say, once its last cards are drawn.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
