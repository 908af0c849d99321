import { AppError } from "@placard/contracts";

/** The limits on what one account can have. */
export interface AccountLimits {
  apiKeys: number;
  signingKeys: number;
  passkeys: number;
  /** A login past this limit revokes the session that was used longest ago. */
  sessions: number;
}

/**
 * The AppError `limit_reached`, with a message that names the limit. `noun` is the limited resource in the singular;
 * `verb` is what the user can do with one: "Revoke".
 */
export function limitReached(max: number, noun: string, verb: "Revoke" | "Delete"): AppError {
  const resources = max === 1 ? noun : `${noun}s`;
  const message = `An account can have at most ${max} ${resources}. ${verb} one that you no longer use, then retry.`;
  return new AppError("limit_reached", { message });
}
