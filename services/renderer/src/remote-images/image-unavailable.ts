/**
 * A remote image that could not be fetched or decoded. The message is for logs: it contains no more of a URL than the
 * host.
 */
export class ImageUnavailableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "ImageUnavailableError";
  }
}
