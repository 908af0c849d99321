/** A file that can't be processed for a reason that its owner can fix. The message is for the owner. */
export class InvalidFileError extends Error {
  override name = "InvalidFileError";
}

export function damagedFont(cause?: unknown): InvalidFileError {
  return new InvalidFileError("The font file is damaged. Export it again.", { cause });
}
