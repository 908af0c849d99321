/** An image that can't be had. The message says why, for the log: it names no more of a URL than its host. */
export class ImageUnavailableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "ImageUnavailableError";
  }
}
