import { createClient, PlacardError } from "@placard/client";
import { showMessage } from "./message.ts";
import { baseUrl } from "./session.ts";

/** Pause between attempts to revoke a session while the server can't be reached. */
const retryDelayMs = 30_000;

/**
 * Revokes the session of a token that this browser has deleted already. If the server can't be reached, it is tried again
 * when the connection returns and every 30 s, as long as the page is open: the token is kept in memory only.
 * @returns whether the session is revoked now
 */
export async function revokeSession(token: string): Promise<boolean> {
  if (await tryToRevoke(token)) return true;
  const retry = () => {
    void tryToRevoke(token).then((isRevoked) => {
      if (!isRevoked) return;
      clearInterval(timer);
      removeEventListener("online", retry);
      showMessage("The session was revoked.");
    });
  };
  const timer = setInterval(retry, retryDelayMs);
  addEventListener("online", retry);
  return false;
}

/** A session that has expired or was revoked counts as revoked. */
async function tryToRevoke(token: string): Promise<boolean> {
  try {
    await createClient({ baseUrl, token, retries: 0, timeoutMs: 5_000 }).logout();
    return true;
  } catch (error) {
    return error instanceof PlacardError && error.code === "unauthorized";
  }
}
