import type {
  AuthConfig,
  CurrentSession,
  LoginResult,
  Passkey,
  ReauthenticationResult,
  RegistrationResult,
  Session,
} from "./account-types.ts";
import type { Result } from "./meta.ts";
import {
  pagePath,
  type CallOptions,
  type Empty,
  type ListOptions,
  type Paged,
  type Send,
} from "./transport.ts";
import type {
  LoginCredential,
  LoginOptions,
  RegistrationCredential,
  RegistrationOptions,
} from "./webauthn-types.ts";

const auth = "token";

/**
 * Registration, login, re-authentication and the current session. No POST is retried: a challenge is valid for one attempt.
 */
export function authCalls(send: Send) {
  const post = (path: string, body: object) =>
    ({ method: "POST", path: `/api/v1/auth/${path}`, body }) as const;
  return {
    /** Returns who may register an account, and settings of mail and passkeys. */
    async getAuthConfig(options?: CallOptions): Promise<Result<AuthConfig>> {
      return await send({ method: "GET", path: "/api/v1/auth/config" }, options);
    },

    /**
     * Returns options for `navigator.credentials.create`. If the client has a session token of the account with this
     * email, the new passkey is added to that account. `invite` is the token of an invitation.
     * @throws PlacardError `signup_closed`, `email_taken`, `reauthentication_required`, `limit_reached`
     */
    async startRegistration(
      body: { email: string; name: string; invite?: string | undefined },
      options?: CallOptions,
    ): Promise<Result<{ options: RegistrationOptions }>> {
      return await send({ ...post("register/start", body), auth }, options);
    },

    /**
     * Creates the account, or adds the passkey to it.
     * @throws PlacardError `authentication_failed`, `signup_closed`, `email_taken`, `limit_reached`
     */
    async finishRegistration(
      body: { email: string; credential: RegistrationCredential },
      options?: CallOptions,
    ): Promise<Result<RegistrationResult>> {
      return await send({ ...post("register/finish", body), auth }, options);
    },

    /**
     * Returns options for `navigator.credentials.create`, for an account whose user has lost all passkeys. The code is one of
     * the account's recovery codes, or one that the operator issued. It is not used up yet.
     * @throws PlacardError `authentication_failed`, `forbidden` if the account is disabled
     */
    async startRecovery(
      body: { email: string; code: string },
      options?: CallOptions,
    ): Promise<Result<{ options: RegistrationOptions }>> {
      return await send(post("recover/start", body), options);
    },

    /**
     * Uses up the code, adds the passkey, revokes all sessions of the account, and creates one.
     * @throws PlacardError `authentication_failed`, `forbidden` if the account is disabled
     */
    async finishRecovery(
      body: { email: string; credential: RegistrationCredential },
      options?: CallOptions,
    ): Promise<Result<RegistrationResult>> {
      return await send(post("recover/finish", body), options);
    },

    /** Returns options for `navigator.credentials.get`. Without an email, they accept any passkey of the site. */
    async startLogin(
      body: { email?: string | undefined } = {},
      options?: CallOptions,
    ): Promise<Result<{ options: LoginOptions }>> {
      return await send(post("login/start", body), options);
    },

    /** Creates a session. @throws PlacardError `authentication_failed` */
    async finishLogin(
      body: { email?: string | undefined; credential: LoginCredential },
      options?: CallOptions,
    ): Promise<Result<LoginResult>> {
      return await send(post("login/finish", body), options);
    },

    /**
     * Returns options for `navigator.credentials.get` with the passkeys of the token's account. Call this after a
     * PlacardError `reauthentication_required`, and repeat the failed call after `finishReauthentication`.
     */
    async startReauthentication(options?: CallOptions): Promise<Result<{ options: LoginOptions }>> {
      return await send({ method: "POST", path: "/api/v1/auth/reauthenticate/start", auth }, options);
    },

    /**
     * Permits sensitive actions with the token's session for the next 5 minutes.
     * @throws PlacardError `authentication_failed`
     */
    async finishReauthentication(
      body: { email?: string | undefined; credential: LoginCredential },
      options?: CallOptions,
    ): Promise<Result<ReauthenticationResult>> {
      return await send({ ...post("reauthenticate/finish", body), auth }, options);
    },

    /** Returns the token's session and user. @throws PlacardError `unauthorized` if it has expired or was revoked */
    async getSession(options?: CallOptions): Promise<Result<CurrentSession>> {
      return await send({ method: "GET", path: "/api/v1/auth/session", auth }, options);
    },

    /** Revokes the token's session. */
    async logout(options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "POST", path: "/api/v1/auth/logout", auth }, options);
    },
  };
}

/** All sessions of the user. */
export function sessionCalls(send: Send) {
  const path = "/api/v1/auth/sessions";
  return {
    /** Lists the user's sessions. */
    async listSessions(options?: ListOptions): Promise<Result<Paged<{ sessions: Session[] }>>> {
      return await send({ method: "GET", path: pagePath(path, options), auth }, options);
    },

    /** Revokes a session of the user. @throws PlacardError `not_found` */
    async deleteSession(id: string, options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path: `${path}/${encodeURIComponent(id)}`, auth }, options);
    },

    /** Revokes all sessions of the user but the token's own. */
    async deleteOtherSessions(options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path, auth }, options);
    },
  };
}

/** The user's passkeys. */
export function passkeyCalls(send: Send) {
  const path = "/api/v1/auth/passkeys";
  const pathOf = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    /** Lists the user's passkeys. */
    async listPasskeys(options?: ListOptions): Promise<Result<Paged<{ passkeys: Passkey[] }>>> {
      return await send({ method: "GET", path: pagePath(path, options), auth }, options);
    },

    /** Renames a passkey. @throws PlacardError `not_found` */
    async renamePasskey(id: string, body: { name: string }, options?: CallOptions): Promise<Result<Passkey>> {
      return await send({ method: "PATCH", path: pathOf(id), auth, body }, options);
    },

    /**
     * Deletes a passkey and revokes the sessions that were created with it; with `revokeKeys`, also the API keys and signing
     * keys that these sessions created.
     * @throws PlacardError `reauthentication_required`, `last_passkey`, `not_found`
     */
    async deletePasskey(
      id: string,
      { revokeKeys = false, ...options }: CallOptions & { revokeKeys?: boolean | undefined } = {},
    ): Promise<Result<Empty>> {
      const query = revokeKeys ? "?revokeKeys=true" : "";
      return await send({ method: "DELETE", path: pathOf(id) + query, auth }, options);
    },
  };
}
