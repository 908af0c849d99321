import { AppError } from "@placard/contracts";
import type { Session } from "./session-store.ts";

/** For how long a verified passkey permits sensitive actions, in ms. */
const maxAgeMs = 5 * 60_000;

/**
 * Throws AppError `reauthentication_required` unless the session's user was authenticated with a passkey at
 * most 5 minutes before `now` (epoch ms). Registration, login and re-authentication count.
 */
export function checkRecentAuthentication({ authenticatedAt }: Session, now: number): void {
  if (now - authenticatedAt > maxAgeMs) throw new AppError("reauthentication_required");
}
