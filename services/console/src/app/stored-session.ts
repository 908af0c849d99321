// The session is in localStorage, so that new tabs of the browser are signed in, too (decision 38). Foreign
// scripts could read it there, but the content security policy blocks them. It is not in a cookie, because
// the API takes bearer tokens. Other sites therefore can't send requests on the user's behalf.
const storageKey = "placard-session";
/** The start of all keys of this console in sessionStorage. */
const draftPrefix = "placard-";

/** The session of this browser, which all tabs share. */
export interface StoredSession {
  token: string;
  /** The relying party of the passkey that the user signed in with. */
  relyingPartyId: string;
  /** ISO 8601. */
  expiresAt: string;
}

/** @returns the stored session; undefined if there is none, or it has expired by this browser's clock */
export function readSession(): StoredSession | undefined {
  const session = parseSession(localStorage.getItem(storageKey));
  if (session === undefined || Date.parse(session.expiresAt) > Date.now()) return session;
  localStorage.removeItem(storageKey);
  return undefined;
}

/** Stores the session for all tabs. */
export function writeSession(session: StoredSession) {
  localStorage.setItem(storageKey, JSON.stringify(session));
}

/** Deletes the session and this tab's inputs from the browser. Does not revoke the session. */
export function deleteSession() {
  localStorage.removeItem(storageKey);
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}

/**
 * Calls a function after another tab has signed in or out.
 * @param onChange called with the new token, and the one before; undefined means signed out
 */
export function onOtherTab(onChange: (token: string | undefined, previous: string | undefined) => void) {
  addEventListener("storage", ({ key, oldValue, newValue }) => {
    if (key === storageKey) onChange(parseSession(newValue)?.token, parseSession(oldValue)?.token);
    else if (key === null) onChange(undefined, undefined); // all of the storage was cleared
  });
}

/** @returns undefined for a text that is not a session */
function parseSession(text: string | null): StoredSession | undefined {
  try {
    const { token, relyingPartyId, expiresAt } = JSON.parse(text ?? "{}") as Partial<StoredSession>;
    const isComplete = [token, relyingPartyId, expiresAt].every((value) => typeof value === "string");
    return isComplete ? ({ token, relyingPartyId, expiresAt } as StoredSession) : undefined;
  } catch {
    return undefined;
  }
}
