import { AppError } from "@placard/contracts";

/**
 * The AppError `limit_reached`, with a message that names the limit. `noun` is the limited resource in the
 * singular; `verb` is what the user can do with one: "Revoke".
 */
export function limitReached(max: number, noun: string, verb: "Revoke" | "Delete"): AppError {
  const resources = max === 1 ? noun : `${noun}s`;
  const message = `An account can have at most ${max} ${resources}. ${verb} one that you no longer use, then retry.`;
  return new AppError("limit_reached", { message });
}

/** The AppError for a disabled account. Thrown only after one of its credentials was verified. */
export function accountDisabled(): AppError {
  return new AppError("forbidden", {
    message: "The account is disabled. Contact the operator of this service.",
  });
}
