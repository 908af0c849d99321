/** The reason for a file that is no image of a supported format. */
export function formatReasonOf(file: Buffer): string {
  return /^\s*<(!doctype html|html|head|body)\b/i.test(file.toString("latin1", 0, 200))
    ? "its URL leads to a web page, not to an image file"
    : "it is not PNG, JPEG, WebP, AVIF or GIF";
}

/** The reason for a file that a decoder has rejected with a message. */
export function decodingReasonOf(message: string): string {
  return message.includes("pixel") ? "it has more than 40 megapixels" : "its file is damaged or incomplete";
}

/** The reason for a fetch that took too long. */
export const timeoutReason = "fetching it timed out";

/** The reason while other remote images occupy the memory for them. */
export const busyReason = "too many images are being fetched at the moment";
