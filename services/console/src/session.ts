import { createClient, type PlacardClient } from "@placard/client";
import { lastRelyingPartyId } from "./credentials.ts";
import { withReauthentication } from "./reauthentication.ts";

// The token is kept in sessionStorage: it is kept across reloads, but is not available to other tabs or written to disk by the page. Foreign scripts
// could read it there, but the content security policy blocks them. It is not in a cookie, because the API takes bearer
// tokens; so other sites can't send requests on the user's behalf.
const tokenKey = "placard-token";
const relyingPartyKey = "placard-relying-party";

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

/** @returns the session token of this tab, valid or not */
export function sessionToken(): string | undefined {
  return sessionStorage.getItem(tokenKey) ?? undefined;
}

/** @returns whether this tab has a session token, valid or not */
export function hasToken(): boolean {
  return sessionStorage.getItem(tokenKey) !== null;
}

/** @param token sent with every call from now on */
export function storeToken(token: string) {
  sessionStorage.setItem(tokenKey, token);
  sessionStorage.setItem(relyingPartyKey, lastRelyingPartyId());
}

/** @returns the relying party of the passkey that the user signed in with */
export function relyingPartyId(): string {
  return sessionStorage.getItem(relyingPartyKey) ?? location.hostname;
}

/** Deletes the token from this tab. Does not revoke its session. */
export function clearToken() {
  sessionStorage.removeItem(tokenKey);
  sessionStorage.removeItem(relyingPartyKey);
}

/** Dispatches `expired` after the server has rejected the token. */
export const sessionEvents = new EventTarget();

/** Deletes a token that the server has rejected, and dispatches `expired`. */
export function expireSession() {
  clearToken();
  sessionEvents.dispatchEvent(new Event("expired"));
}
