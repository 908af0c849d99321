import { isUnauthorized } from "./actions.ts";
import type { Console } from "./console.ts";
import { isSigningOut, setSigningOut } from "./stored-session.ts";

/** Pause between attempts to revoke a session while the server can't be reached. */
const retryDelayMs = 30_000;

/**
 * Revokes the session of this browser's cookie, and deletes the cookie. Without a connection, tries again
 * when it returns and every 30 s, while the page is open or when it is opened again, until somebody signs in.
 * @returns whether the session is revoked now
 */
export async function revokeSession({
  createClient,
  messages,
}: Pick<Console, "createClient" | "messages">): Promise<boolean> {
  const client = createClient({ retries: 0, timeoutMs: 5_000 });
  setSigningOut(true);
  /** A session that has expired or was revoked counts as revoked. */
  const tryToRevoke = async () => {
    const isRevoked = await client.logout().then(() => true, isUnauthorized);
    if (isRevoked) setSigningOut(false);
    return isRevoked;
  };
  if (await tryToRevoke()) return true;
  const stop = () => {
    clearInterval(timer);
    removeEventListener("online", retry);
  };
  const retry = () => {
    if (!isSigningOut()) return stop(); // another tab has revoked the session, or somebody has signed in
    void tryToRevoke().then((isRevoked) => {
      if (!isRevoked) return;
      stop();
      messages.show("The session was revoked.");
    });
  };
  const timer = setInterval(retry, retryDelayMs);
  addEventListener("online", retry);
  return false;
}
