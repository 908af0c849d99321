import { account } from "../session.js";

// A session opens the account and no more: images are asked for with an API key, here as everywhere. The playground has
// one of its own, made by the user's click. Like the session's token it is kept in this tab's sessionStorage alone; it
// ends after a day by itself, and before that when the user signs out.
const storageKey = "placard-playground-key";
const lifetimeMs = 86_400_000;

/** @typedef {{ id: string, key: string, expiresAt: string }} PlaygroundKey */

/** @returns {string | undefined} the playground's API key; undefined where there is none, or none any more */
export function playgroundKey() {
  return kept()?.key;
}

/** Makes the key, in the user's account. */
export async function makePlaygroundKey() {
  const expiresAt = new Date(Date.now() + lifetimeMs).toISOString();
  const { data } = await account.createApiKey({ name: "Playground", expiresAt });
  sessionStorage.setItem(storageKey, JSON.stringify({ id: data.id, key: data.key, expiresAt }));
}

/** Forgets the key. It stays good until it expires or is revoked. */
export function dropPlaygroundKey() {
  sessionStorage.removeItem(storageKey);
}

/** Revokes the key where that can be done, and forgets it. */
export async function giveUpPlaygroundKey() {
  const own = kept();
  dropPlaygroundKey();
  // Revoked by hand already, or out of reach: it ends by itself.
  if (own) await account.revokeApiKey(own.id).catch(() => {});
}

/** @returns {PlaygroundKey | undefined} */
function kept() {
  const text = sessionStorage.getItem(storageKey);
  if (text === null) return undefined;
  const own = /** @type {PlaygroundKey} */ (JSON.parse(text));
  if (Date.parse(own.expiresAt) > Date.now()) return own;
  dropPlaygroundKey();
  return undefined;
}
