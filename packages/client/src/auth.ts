import { pageOf, type CallOptions, type ListOptions, type Send } from "./transport.ts";
import type { LoginCredential, RegistrationCredential } from "./types.ts";

const auth = "token";

/**
 * Registration, login, re-authentication and the current session. No POST is retried: a challenge is valid
 * for one attempt.
 */
export function authCalls(send: Send) {
  return {
    /** Returns who may register an account, and settings of mail and passkeys. */
    getAuthConfig: (options?: CallOptions) => send("get", "/api/v1/auth/config", {}, options),

    /**
     * Returns options for `navigator.credentials.create`. With a session token of the account with this
     * email, the new passkey is added to that account. `invite` is the token of an invitation.
     * @throws PlacardError `signup_closed`, `email_taken`, `reauthentication_required`, `limit_reached`
     */
    startRegistration: (
      body: { email: string; name: string; invite?: string | undefined },
      options?: CallOptions,
    ) => send("post", "/api/v1/auth/register/start", { auth, body }, options),

    /**
     * Creates the account, or adds the passkey to it.
     * @throws PlacardError `authentication_failed`, `signup_closed`, `email_taken`, `limit_reached`
     */
    finishRegistration: (
      body: { email: string; credential: RegistrationCredential },
      options?: CallOptions,
    ) => send("post", "/api/v1/auth/register/finish", { auth, body }, options),

    /**
     * Returns options for `navigator.credentials.create`, for an account whose user has lost all passkeys.
     * The code is one of the account's recovery codes, or one that the operator issued. It is not used up
     * yet.
     * @throws PlacardError `authentication_failed`, `forbidden` if the account is disabled
     */
    startRecovery: (body: { email: string; code: string }, options?: CallOptions) =>
      send("post", "/api/v1/auth/recover/start", { body }, options),

    /**
     * Uses up the code, adds the passkey, revokes all sessions of the account, and creates one.
     * @throws PlacardError `authentication_failed`, `forbidden` if the account is disabled
     */
    finishRecovery: (body: { email: string; credential: RegistrationCredential }, options?: CallOptions) =>
      send("post", "/api/v1/auth/recover/finish", { body }, options),

    /** Returns options for `navigator.credentials.get`. Without an email, any passkey of the site works. */
    startLogin: (body: { email?: string | undefined } = {}, options?: CallOptions) =>
      send("post", "/api/v1/auth/login/start", { body }, options),

    /** Creates a session. @throws PlacardError `authentication_failed` */
    finishLogin: (body: { email?: string | undefined; credential: LoginCredential }, options?: CallOptions) =>
      send("post", "/api/v1/auth/login/finish", { body }, options),

    /**
     * Returns options for `navigator.credentials.get` with the passkeys of the token's account. Call this
     * after a PlacardError `reauthentication_required`, and repeat the failed call after
     * `finishReauthentication`.
     */
    startReauthentication: (options?: CallOptions) =>
      send("post", "/api/v1/auth/reauthenticate/start", { auth }, options),

    /**
     * Permits sensitive actions with the session for 5 minutes. @throws PlacardError `authentication_failed`
     */
    finishReauthentication: (
      body: { email?: string | undefined; credential: LoginCredential },
      options?: CallOptions,
    ) => send("post", "/api/v1/auth/reauthenticate/finish", { auth, body }, options),

    /** Returns the token's session and user. @throws PlacardError `unauthorized` if the session has ended */
    getSession: (options?: CallOptions) => send("get", "/api/v1/auth/session", { auth }, options),

    /** Revokes the token's session. */
    logout: (options?: CallOptions) => send("post", "/api/v1/auth/logout", { auth }, options),
  };
}

/** All sessions of the user. */
export function sessionCalls(send: Send) {
  return {
    /** Lists the user's sessions. */
    listSessions: (options?: ListOptions) =>
      send("get", "/api/v1/auth/sessions", { auth, query: pageOf(options) }, options),

    /** Revokes a session of the user. @throws PlacardError `not_found` */
    deleteSession: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/auth/sessions/{id}", { auth, params: { id } }, options),

    /** Revokes all sessions of the user but the token's own. */
    deleteOtherSessions: (options?: CallOptions) =>
      send("delete", "/api/v1/auth/sessions", { auth }, options),
  };
}

/** The user's passkeys. */
export function passkeyCalls(send: Send) {
  return {
    /** Lists the user's passkeys. */
    listPasskeys: (options?: ListOptions) =>
      send("get", "/api/v1/auth/passkeys", { auth, query: pageOf(options) }, options),

    /** Renames a passkey. @throws PlacardError `not_found` */
    renamePasskey: (id: string, body: { name: string }, options?: CallOptions) =>
      send("patch", "/api/v1/auth/passkeys/{id}", { auth, params: { id }, body }, options),

    /**
     * Deletes a passkey, and revokes its sessions with the keys, webhooks and recovery codes that they
     * created. `revokeKeys: false` keeps what they created.
     * @throws PlacardError `reauthentication_required`, `last_passkey`, `not_found`
     */
    deletePasskey: (
      id: string,
      { revokeKeys, ...options }: CallOptions & { revokeKeys?: boolean | undefined } = {},
    ) =>
      send("delete", "/api/v1/auth/passkeys/{id}", { auth, params: { id }, query: { revokeKeys } }, options),
  };
}
