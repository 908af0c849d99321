import type { CurrentSession, Passkey, Session, SignedIn } from "./account-types.ts";
import type { Result } from "./meta.ts";
import type { CallOptions, Send } from "./transport.ts";
import type {
  LoginCredential,
  LoginOptions,
  RegistrationCredential,
  RegistrationOptions,
} from "./webauthn-types.ts";

const bears = "token";
type Nothing = Record<string, never>;

/** Passkey ceremonies and the session they begin. None of the POSTs is repeated: a challenge serves once. */
export function authCalls(send: Send) {
  const post = (path: string, body: object) =>
    ({ method: "POST", path: `/api/v1/auth/${path}`, body }) as const;
  return {
    /** Options for `navigator.credentials.create`. With the token of its own account, it adds a passkey to that. */
    async registerStart(
      body: { email: string; name: string },
      options?: CallOptions,
    ): Promise<Result<{ options: RegistrationOptions }>> {
      return await send({ ...post("register/start", body), bears }, options);
    },

    /** Makes the account, or adds the passkey. @throws PlacardError `authentication_failed`, `email_taken` */
    async registerFinish(
      body: { email: string; credential: RegistrationCredential },
      options?: CallOptions,
    ): Promise<Result<SignedIn & { verified: true }>> {
      return await send({ ...post("register/finish", body), bears }, options);
    },

    /** Options for `navigator.credentials.get`; without an e-mail, any passkey of the site will do. */
    async loginStart(
      body: { email?: string | undefined } = {},
      options?: CallOptions,
    ): Promise<Result<{ options: LoginOptions }>> {
      return await send(post("login/start", body), options);
    },

    /** Begins a session. @throws PlacardError `authentication_failed` */
    async loginFinish(
      body: { email?: string | undefined; credential: LoginCredential },
      options?: CallOptions,
    ): Promise<Result<SignedIn>> {
      return await send(post("login/finish", body), options);
    },

    /** Whose the token is, and its session. @throws PlacardError `unauthorized` where it has ended */
    async session(options?: CallOptions): Promise<Result<CurrentSession>> {
      return await send({ method: "GET", path: "/api/v1/auth/session", bears }, options);
    },

    /** Ends the token's session. */
    async logout(options?: CallOptions): Promise<Result<Nothing>> {
      return await send({ method: "POST", path: "/api/v1/auth/logout", bears }, options);
    },
  };
}

/** The user's sessions. */
export function sessionCalls(send: Send) {
  const path = "/api/v1/auth/sessions";
  return {
    async list(options?: CallOptions): Promise<Result<{ sessions: Session[] }>> {
      return await send({ method: "GET", path, bears }, options);
    },

    /** Ends one of them. @throws PlacardError `not_found` */
    async revoke(id: string, options?: CallOptions): Promise<Result<Nothing>> {
      return await send({ method: "DELETE", path: `${path}/${encodeURIComponent(id)}`, bears }, options);
    },
  };
}

/** The user's passkeys. */
export function passkeyCalls(send: Send) {
  const path = "/api/v1/auth/passkeys";
  const one = (id: string) => `${path}/${encodeURIComponent(id)}`;
  return {
    async list(options?: CallOptions): Promise<Result<{ passkeys: Passkey[] }>> {
      return await send({ method: "GET", path, bears }, options);
    },

    /** @throws PlacardError `not_found` */
    async rename(id: string, body: { name: string }, options?: CallOptions): Promise<Result<Passkey>> {
      return await send({ method: "PATCH", path: one(id), bears, body }, options);
    },

    /** @throws PlacardError `last_passkey`, `not_found` */
    async delete(id: string, options?: CallOptions): Promise<Result<Nothing>> {
      return await send({ method: "DELETE", path: one(id), bears }, options);
    },
  };
}
