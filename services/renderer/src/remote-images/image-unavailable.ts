/** A remote image that could not be fetched or decoded. The message is for logs: of a URL it contains at most the host. */
export class ImageUnavailableError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "ImageUnavailableError";
  }
}
