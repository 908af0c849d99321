import { PlacardError } from "@placard/client";
import { account, accountWithoutDialogs } from "../session.ts";

// Session tokens are valid for the account only: the playground generates images with an API key, like any program. The
// user creates the playground's key with a click. It is kept in the sessionStorage of this tab, expires after a day, and
// is revoked when the user signs out, unless that would need another passkey prompt.
const storageKey = "placard-playground-key";
const ttlMs = 86_400_000;

export type PlaygroundKey = { id: string; key: string; expiresAt: string };

/** @returns the playground's API key; undefined if there is none or it has expired */
export function playgroundKey(): string | undefined {
  return readKey()?.key;
}

/** Creates the key in the user's account. */
export async function createPlaygroundKey() {
  const expiresAt = new Date(Date.now() + ttlMs).toISOString();
  const { data } = await account.createApiKey({
    name: "Playground",
    expiresAt,
    scopes: ["images:write"],
  });
  sessionStorage.setItem(storageKey, JSON.stringify({ id: data.id, key: data.key, expiresAt }));
}

/** Deletes the key from this tab. Does not revoke it. */
export function clearPlaygroundKey() {
  sessionStorage.removeItem(storageKey);
}

/**
 * Deletes the key from this tab and tries to revoke it.
 * @returns false if it was not revoked, because that needs a passkey
 */
export async function revokePlaygroundKey(): Promise<boolean> {
  const stored = readKey();
  clearPlaygroundKey();
  try {
    if (stored) await accountWithoutDialogs.revokeApiKey(stored.id);
  } catch (error) {
    // Other errors: the user may have revoked it already. If the server is unreachable, the key expires by itself.
    return !(error instanceof PlacardError && error.code === "reauthentication_required");
  }
  return true;
}

function readKey(): PlaygroundKey | undefined {
  const text = sessionStorage.getItem(storageKey);
  if (text === null) return undefined;
  const stored = JSON.parse(text) as PlaygroundKey;
  if (Date.parse(stored.expiresAt) > Date.now()) return stored;
  clearPlaygroundKey();
  return undefined;
}
