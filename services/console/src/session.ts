import { createClient, type PlacardClient, type LoginResult } from "@placard/client";
import { lastRelyingPartyId } from "./credentials.ts";
import { withReauthentication } from "./reauthentication.ts";
import { deleteSession, readSession, writeSession } from "./session-store.ts";

/** The URL of the server, derived from the page's own, so that it includes the path prefix of a reverse proxy. */
export const baseUrl = new URL(".", document.baseURI).href.replace(/\/$/, "");

// Calls about images and templates take the session token, too.
const settings = {
  baseUrl,
  key: sessionToken,
  token: sessionToken,
  retries: 1,
};

/** Calls the API with the session token, if there is one. Never opens a dialog. */
export const accountWithoutDialogs: PlacardClient = createClient(settings);

/** Calls the API with the session token, if there is one. Asks for a passkey when the server requires it. */
export const account: PlacardClient = withReauthentication(accountWithoutDialogs);

/** Like `account`, without a time limit: for large downloads and proofs of templates. */
export const accountWithoutTimeout: PlacardClient = withReauthentication(
  createClient({ ...settings, timeoutMs: 0 }),
);

/** @returns the session token of this browser, valid or not */
export function sessionToken(): string | undefined {
  return readSession()?.token;
}

/** @returns whether this browser has a session token, valid or not */
export function hasToken(): boolean {
  return readSession() !== undefined;
}

/**
 * Stores a new session.
 * @param session its token is sent with every call from now on
 */
export function storeSession({ token, expiresAt }: Pick<LoginResult, "token" | "expiresAt">) {
  writeSession({ token, expiresAt, relyingPartyId: lastRelyingPartyId() });
}

/** @returns the relying party of the passkey that the user signed in with */
export function relyingPartyId(): string {
  return readSession()?.relyingPartyId ?? location.hostname;
}

/** Dispatches `expired` after the server has rejected the token. */
export const sessionEvents = new EventTarget();

/** Deletes a token that the server has rejected, and dispatches `expired`. */
export function expireSession() {
  deleteSession();
  sessionEvents.dispatchEvent(new Event("expired"));
}
