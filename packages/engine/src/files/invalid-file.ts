/** A file that can't be processed for a reason that its owner can fix. The message is for the owner. */
export class InvalidFileError extends Error {
  override name = "InvalidFileError";
}
