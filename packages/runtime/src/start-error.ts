/** Why a process can't start that whoever started it can mend. The message is for that person. */
export class StartError extends Error {
  override name = "StartError";
}
