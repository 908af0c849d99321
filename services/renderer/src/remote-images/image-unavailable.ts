/**
 * An image that could not be fetched or decoded. The message is for logs: it contains no more of a URL than
 * the host.
 */
export class ImageUnavailableError extends Error {
  /** For the client that named the URL: completes “The image could not be fetched:”. */
  readonly publicReason: string | undefined;

  constructor(reason: string, publicReason?: string) {
    super(reason);
    this.name = "ImageUnavailableError";
    this.publicReason = publicReason;
  }
}
