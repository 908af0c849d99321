import type { LoginResult, PlacardClient, User } from "@placard/client";
import { signal, type ReadonlySignal } from "@preact/signals";
import { deleteSession, readSession, writeSession } from "./stored-session.ts";

/** Who is signed in. `failed` means that the server could not be asked. */
export type SessionState =
  | { status: "loading" }
  | { status: "signed-out" }
  | { status: "failed"; error: unknown }
  | { status: "signed-in"; user: User };

/** The session of this tab. All account pages are drawn from `state`, so signing out removes them. */
export interface Session {
  state: ReadonlySignal<SessionState>;
  /** Loads the user of the session in this browser, if there is one. */
  load: () => Promise<void>;
  /**
   * Stores a new session, and signs in.
   * @param relyingPartyId the relying party of the passkey
   */
  start: (session: Pick<LoginResult, "expiresAt">, relyingPartyId: string) => Promise<User>;
  /** Replaces the user's name and email address. */
  setUser: (user: User) => void;
  /** Deletes the session from this browser. Does not revoke it. */
  end: () => void;
}

export function createSession(client: PlacardClient): Session {
  const state = signal<SessionState>({ status: "loading" });

  async function loadUser(): Promise<User> {
    const { data } = await client.getSession();
    const { id, name, email } = data.user;
    const user = { id, name, email };
    state.value = { status: "signed-in", user };
    return user;
  }

  function end() {
    deleteSession();
    state.value = { status: "signed-out" };
  }

  return {
    state,
    async load() {
      if (readSession() === undefined) return end();
      try {
        await loadUser();
      } catch (error) {
        state.value = { status: "failed", error };
        throw error;
      }
    },
    async start({ expiresAt }, relyingPartyId) {
      writeSession({ expiresAt, relyingPartyId });
      return await loadUser();
    },
    setUser(user) {
      state.value = { status: "signed-in", user };
    },
    end,
  };
}
