// The session is in a cookie that scripts can't read (decision 38). What is here tells each tab that there is
// one, and that another tab has signed in or out.
const storageKey = "placard-session";
/** Set from a sign-out until the server has deleted the cookie. */
const signOutKey = "placard-sign-out";
/** The start of all keys of this console in sessionStorage. */
const draftPrefix = "placard-";

/** The session of this browser, which all tabs share. */
export interface StoredSession {
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

/** Stores the session for all tabs. Its cookie has replaced the one of any session before. */
export function writeSession(session: StoredSession) {
  localStorage.removeItem(signOutKey);
  localStorage.setItem(storageKey, JSON.stringify(session));
}

/** Deletes the session and this tab's inputs from the browser's storage. Does not revoke the session. */
export function deleteSession() {
  localStorage.removeItem(storageKey);
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
}

/** Whether the user has signed out, and the browser may still have the cookie. */
export function isSigningOut(): boolean {
  return localStorage.getItem(signOutKey) !== null;
}

/** Remembers that the cookie has to be deleted, or that it is. */
export function setSigningOut(isPending: boolean) {
  if (isPending) localStorage.setItem(signOutKey, "pending");
  else localStorage.removeItem(signOutKey);
}

/**
 * Calls a function after another tab has signed in or out.
 * @param onChange called with the new session, and the one before; undefined means signed out
 */
export function onOtherTab(
  onChange: (session: StoredSession | undefined, previous: StoredSession | undefined) => void,
) {
  addEventListener("storage", ({ key, oldValue, newValue }) => {
    // Without a key, all of the storage was cleared. Something else is stored if an event is late: it may be
    // about an earlier page of this tab.
    const isKnown = key === storageKey || key === null;
    if (isKnown && localStorage.getItem(storageKey) === newValue)
      onChange(parseSession(newValue), parseSession(oldValue));
  });
}

/** @returns undefined for a text that is not a session */
function parseSession(text: string | null): StoredSession | undefined {
  try {
    const { relyingPartyId, expiresAt } = JSON.parse(text ?? "{}") as Partial<StoredSession>;
    const isComplete = [relyingPartyId, expiresAt].every((value) => typeof value === "string");
    return isComplete ? ({ relyingPartyId, expiresAt } as StoredSession) : undefined;
  } catch {
    return undefined;
  }
}
