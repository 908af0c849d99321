import { maxImageBytes, maxImageSide } from "@placard/contracts/upload-limits";

/** The longest side of an image that was made smaller, in pixels: two for each of a card. */
const shrunkSide = 2400;

/** Makes a photo small enough to be uploaded. Other files are returned as they are. */
export async function shrinkImage(file: Blob): Promise<Blob> {
  const image = /^image\/(?:jpeg|png|webp)$/.test(file.type) && (await decode(file));
  if (!image && file.size > maxImageBytes)
    throw new Error("The browser can't read this image. Save it as JPEG or PNG again, and choose that file.");
  if (!image) return file;
  const side = Math.max(image.width, image.height);
  if (file.size <= maxImageBytes && side <= maxImageSide) return file;
  const scale = Math.min(1, shrunkSide / side);
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  // A photo as PNG would stay large. WebP keeps transparency.
  const type = file.type === "image/jpeg" ? file.type : "image/webp";
  return canvas.convertToBlob({ type, quality: 0.9 });
}

/** @returns undefined if the browser can't read it: the server then says why, if the file is small enough */
async function decode(file: Blob): Promise<ImageBitmap | undefined> {
  try {
    return await createImageBitmap(file);
  } catch {
    return undefined;
  }
}
