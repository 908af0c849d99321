import { createClient, type PlacardClient } from "@placard/client";
import { signal, type Signal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { StoredDraft } from "../templates/drafts.ts";
import { createActions, type Actions } from "./actions.ts";
import type { Link } from "./links.ts";
import { createMessages, type Messages } from "./messages.ts";
import { createRouter, type Router } from "./router.ts";
import { createSession, type Session } from "./session.ts";

/** The pictures of the console, by the name of their source file without its extension. */
export type Pictures = Readonly<Record<"icon" | "icons" | "blog" | "product" | "event", string>>;

/** What all components share, whether somebody is signed in or not. */
export interface Console {
  /** The URL of the server, without a trailing slash. */
  baseUrl: string;
  pictures: Pictures;
  fetch: typeof globalThis.fetch;
  /** Calls the API with the cookie of the session, if there is one. Never opens a dialog. */
  client: PlacardClient;
  createClient: (settings: { retries?: number; timeoutMs?: number }) => PlacardClient;
  messages: Messages;
  router: Router;
  session: Session;
  actions: Actions;
  /** The ID of a credential of another device that the user has signed in with, until the account is shown. */
  otherDevicePasskey: Signal<string | undefined>;
  /** Drafts that an expired session kept from being saved, by user and template. */
  unsavedDrafts: Map<string, StoredDraft>;
  /** The link that was opened last, until it is used. */
  link: Signal<Link | undefined>;
}

export function createConsole({
  baseUrl,
  pictures,
  fetch,
}: Pick<Console, "baseUrl" | "pictures" | "fetch">): Console {
  /** Requests that sign in set a cookie, so that scripts never see the token of a session. */
  const fetchWithCookie: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set("Placard-Session", "cookie");
    return fetch(input, { ...init, headers });
  };
  const createClientWith: Console["createClient"] = (settings) =>
    createClient({ baseUrl, retries: 1, fetch: fetchWithCookie, ...settings });
  const client = createClientWith({});
  const messages = createMessages();
  const session = createSession(client);
  return {
    baseUrl,
    pictures,
    fetch,
    client,
    createClient: createClientWith,
    messages,
    router: createRouter(messages.close),
    session,
    actions: createActions(messages, session),
    otherDevicePasskey: signal(),
    unsavedDrafts: new Map(),
    link: signal(),
  };
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** What all components share. */
export function useConsole(): Console {
  const value = useContext(ConsoleContext);
  if (!value) throw new Error("There is no console around this component.");
  return value;
}
