import { createClient } from "./client/index.js";

// In sessionStorage: the token outlives a reload but not the tab, and other tabs and the disk never have it. A script
// of someone else's could read it there; the page's content security policy lets none in. No cookie, as the API takes
// bearer tokens, and so there is no request that another site could make in the user's name.
const tokenKey = "placard-token";

/** Where Placard is: by the page, so that it also works behind a proxy that serves it under a path of its own. */
export const baseUrl = new URL(".", document.baseURI).href.replace(/\/$/, "");

/** Calls the API as the user, where a token is kept. */
export const account = createClient({
  baseUrl,
  token: () => sessionStorage.getItem(tokenKey) ?? undefined,
  retries: 1,
});

/** @returns {boolean} whether this tab holds a session's token, good or not */
export function hasToken() {
  return sessionStorage.getItem(tokenKey) !== null;
}

/** @param {string} token sent with every call from now on */
export function keepToken(token) {
  sessionStorage.setItem(tokenKey, token);
}

/** Forgets the token. Its session lives on unless it has been logged out. */
export function dropToken() {
  sessionStorage.removeItem(tokenKey);
}

/** Says `end` when the server no longer takes the token, which is forgotten by then. */
export const sessionEnd = new EventTarget();

/** Forgets a token that the server no longer takes, and tells whoever listens. */
export function endSession() {
  dropToken();
  sessionEnd.dispatchEvent(new Event("end"));
}
