import type { LoginResult, PlacardClient, User } from "@placard/client";
import { signal } from "@preact/signals";
import { deleteSession, readSession, writeSession } from "./stored-session.ts";

/** Who is signed in. `failed` means that the server could not be asked. */
export type SessionState =
  | { status: "loading" }
  | { status: "signed-out" }
  | { status: "failed"; error: unknown }
  | { status: "signed-in"; user: User };

export type Session = ReturnType<typeof createSession>;

/** The session of this tab. All account pages are drawn from `state`, so signing out removes them. */
export function createSession(client: PlacardClient) {
  const state = signal<SessionState>({ status: "loading" });

  async function loadUser(): Promise<User> {
    const { data } = await client.getSession();
    const { id, name, email } = data.user;
    const user = { id, name, email };
    state.value = { status: "signed-in", user };
    return user;
  }

  /** Deletes the session from this browser. Does not revoke it. */
  function end() {
    deleteSession();
    state.value = { status: "signed-out" };
  }

  return {
    state,
    /** Loads the user of the session in this browser, if there is one. */
    async load() {
      if (readSession() === undefined) return end();
      try {
        await loadUser();
      } catch (error) {
        state.value = { status: "failed", error };
        throw error;
      }
    },
    /**
     * Stores a new session, and signs in.
     * @param relyingPartyId the relying party of the passkey
     */
    async start({ expiresAt }: Pick<LoginResult, "expiresAt">, relyingPartyId: string) {
      writeSession({ expiresAt, relyingPartyId });
      return await loadUser();
    },
    /** Replaces the user's name and email address. */
    setUser(user: User) {
      state.value = { status: "signed-in", user };
    },
    end,
  };
}
