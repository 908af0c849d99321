import { detectFormat } from "@placard/contracts";
import { getOrInsert } from "@placard/contracts/maps";
import { bytesOfDataUrl, isDataUrl } from "@placard/templates";
import type { ImageSource } from "@placard/templates/scene";
import type { ImageLoader } from "../card-images.ts";
import { decodeRaster, measureRaster, type RasterFile } from "../files/raster.ts";
import { rasterizeSvg } from "../files/rasterize-svg.ts";
import { sanitizeSvg } from "../files/svg/sanitize-svg.ts";
import type { PixelSize } from "../paint/images.ts";

/**
 * Loads images from files in memory, by asset ID, and remote ones with a function. Each remote image is
 * fetched once, and unavailable if that fails or if it can't be decoded.
 */
export function createImageLoader(
  files: ReadonlyMap<string, Buffer>,
  fetchImage: (url: string) => Promise<Uint8Array>,
): ImageLoader {
  const remote = new Map<string, Promise<RasterFile>>();

  const remoteFile = (url: string) => getOrInsert(remote, url, () => fetchImage(url).then(rasterOf));

  async function decode(source: ImageSource, size: PixelSize): Promise<Buffer> {
    if (source.kind === "remote") return decodeRaster(await remoteFile(source.url), size);
    if (source.kind === "asset") return decodeRaster(rasterOf(fileOf(source.id)), size);
    const { svg, color } = source;
    const markup = "markup" in svg ? Buffer.from(svg.markup) : fileOf(svg.id);
    return rasterizeSvg(sanitizeSvg(markup), { ...size, color });
  }

  function fileOf(id: string): Uint8Array {
    const file = isDataUrl(id) ? bytesOfDataUrl(id) : files.get(id);
    if (!file) throw new Error(`the template has no asset ${id}`);
    return file;
  }

  return {
    measure: (url) => remoteFile(url).then(measureRaster).catch(toUnavailable),
    load: (source, size) => decode(source, size).then((rgba) => ({ ...size, rgba }), toUnavailable),
  };
}

function rasterOf(bytes: Uint8Array): RasterFile {
  return { bytes, format: detectFormat(bytes) ?? "unknown" };
}

function toUnavailable(error: unknown): { unavailable: string } {
  return { unavailable: error instanceof Error ? error.message : String(error) };
}
