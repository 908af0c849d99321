/** An error whose message is all that the user of the command line needs to know. */
export class CliError extends Error {
  override readonly name = "CliError";
}
