import { createClient } from "@placard/client";
import { signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { StoredDraft } from "../templates/drafts.ts";
import { createActions } from "./actions.ts";
import type { Link } from "./links.ts";
import { createMessages } from "./messages.ts";
import { createRouter } from "./router.ts";
import { createSession } from "./session.ts";

/** The pictures of the console, by the name of their source file without its extension. */
export type Pictures = Readonly<Record<"icon" | "icons" | "blog" | "product" | "event", string>>;

export type Console = ReturnType<typeof createConsole>;

/** What all components share, whether somebody is signed in or not. */
export function createConsole(settings: {
  /** The URL of the server, without a trailing slash. */
  baseUrl: string;
  pictures: Pictures;
  fetch: typeof globalThis.fetch;
}) {
  const { baseUrl, fetch } = settings;
  /** Requests that sign in set a cookie, so that scripts never see the token of a session. */
  const fetchWithCookie: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("Placard-Session", "cookie");
    return fetch(input, { ...init, headers });
  };
  const createClientWith = (options: { retries?: number; timeoutMs?: number }) =>
    createClient({ baseUrl, retries: 1, fetch: fetchWithCookie, ...options });
  const client = createClientWith({});
  const messages = createMessages();
  const session = createSession(client);
  return {
    ...settings,
    /** Calls the API with the cookie of the session, if there is one. Never opens a dialog. */
    client,
    createClient: createClientWith,
    messages,
    router: createRouter(messages.close),
    session,
    actions: createActions(messages, session),
    /** The credential of another device that the user has signed in with, until the account is shown. */
    otherDevicePasskey: signal<string>(),
    /** Drafts that an expired session kept from being saved, by user and template. */
    unsavedDrafts: new Map<string, StoredDraft>(),
    /** The link that was opened last, until it is used. */
    link: signal<Link>(),
  };
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** What all components share. */
export function useConsole(): Console {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error("There is no console around this component.");
  return value;
}
