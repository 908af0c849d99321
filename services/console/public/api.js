// Relative to the page, so that it also works behind a proxy that serves Placard under a path of its own.
const base = new URL("api/v1/", document.baseURI);

// In sessionStorage: the token outlives a reload but not the tab, and other tabs and the disk never have it. A script
// of someone else's could read it there; the page's content security policy lets none in. No cookie, as the API takes
// bearer tokens, and so there is no request that another site could make in the user's name.
const tokenKey = "placard-token";

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

/** What the server says of a call that failed. */
export class ApiError extends Error {
  /**
   * @param {{ code: string, message: string, details?: { path: string, message: string }[], requestId: string }} error
   */
  constructor({ code, message, details = [], requestId }) {
    super(message);
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/**
 * Calls the API, as the user where a token is kept.
 * @param {"GET" | "POST" | "DELETE"} method
 * @param {string} path without `/api/v1/`
 * @param {object} [body]
 * @returns {Promise<any>} the answer's `data`
 * @throws {ApiError} where the server refuses
 */
export async function call(method, path, body) {
  const token = sessionStorage.getItem(tokenKey);
  const response = await fetch(new URL(path, base), {
    method,
    headers: {
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    cache: "no-store",
  }).catch((cause) => {
    throw new Error("The server can't be reached. Check your connection and try again.", { cause });
  });
  const answer = await response.json().catch(() => undefined);
  if (answer?.success === true) return answer.data;
  if (answer?.error?.code === "unauthorized") {
    dropToken();
    sessionEnd.dispatchEvent(new Event("end"));
    throw new ApiError({ ...answer.error, message: "Your session has ended. Sign in again." });
  }
  if (answer?.error) throw new ApiError(answer.error);
  throw new Error(`The server's answer can't be read (status ${response.status}). Try again.`);
}
