/** The longest side of an image that was made smaller, in pixels: two for each of a card. */
const maxSide = 2400;
/** Files up to this size are kept as they are, in bytes: the server takes 4 MiB. */
const maxBytes = 4 * 1024 * 1024;

/** Makes a photo small enough to be uploaded. Other files are returned as they are. */
export async function shrinkImage(file: Blob): Promise<Blob> {
  if (file.size <= maxBytes || !/^image\/(?:jpeg|png|webp)$/.test(file.type)) return file;
  const image = await createImageBitmap(file);
  const scale = Math.min(1, maxSide / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  // A photo as PNG would stay large. WebP keeps transparency.
  const type = file.type === "image/jpeg" ? file.type : "image/webp";
  return canvas.convertToBlob({ type, quality: 0.9 });
}
