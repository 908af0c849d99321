import { isUnauthorized } from "./actions.ts";
import type { Console } from "./console.ts";

/** Pause between attempts to revoke a session while the server can't be reached. */
const retryDelayMs = 30_000;

/**
 * Revokes the session of a token that this browser has deleted already. Without a connection, tries again
 * when it returns and every 30 s, while the page is open. The token is kept in memory only.
 * @returns whether the session is revoked now
 */
export async function revokeSession(
  { createClient, messages }: Pick<Console, "createClient" | "messages">,
  token: string,
): Promise<boolean> {
  const client = createClient({ token, retries: 0, timeoutMs: 5_000 });
  /** A session that has expired or was revoked counts as revoked. */
  const tryToRevoke = () => client.logout().then(() => true, isUnauthorized);
  if (await tryToRevoke()) return true;
  const retry = () => {
    void tryToRevoke().then((isRevoked) => {
      if (!isRevoked) return;
      clearInterval(timer);
      removeEventListener("online", retry);
      messages.show("The session was revoked.");
    });
  };
  const timer = setInterval(retry, retryDelayMs);
  addEventListener("online", retry);
  return false;
}
