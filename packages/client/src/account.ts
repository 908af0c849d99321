import { pageOf, type CallOptions, type ListOptions, type Send } from "./transport.ts";
import type { UpdateAccountRequest } from "./types.ts";

/** The options of `getAccountUsage`. */
export interface UsageOptions extends CallOptions {
  /** 1 to 90. */
  days?: number | undefined;
}

const auth = "token";

/** The user's account. */
export function accountCalls(send: Send) {
  return {
    /** Returns the user, and how much the account has. */
    getAccount: (options?: CallOptions) => send("get", "/api/v1/account", { auth }, options),

    /**
     * Changes the user's name or email address. With `pendingEmail` in the result, the address changes when
     * the link that was sent to it is opened.
     * @throws PlacardError `email_taken`, `reauthentication_required`, `forbidden`
     */
    updateAccount: (body: UpdateAccountRequest, options?: CallOptions) =>
      send("patch", "/api/v1/account", { auth, body }, options),

    /**
     * Creates ten recovery codes, which are shown only this once, and revokes all older ones. Never retried:
     * each call creates other codes.
     * @throws PlacardError `reauthentication_required`
     */
    createRecoveryCodes: (options?: CallOptions) =>
      send("post", "/api/v1/account/recovery-codes", { auth }, options),

    /**
     * Exports everything that is stored about the account, without secrets. With many images, the client
     * needs a longer `timeoutMs`.
     * @throws PlacardError `reauthentication_required`, `rate_limited`, `overloaded` if too many wait
     */
    exportAccount: (options?: CallOptions) => send("get", "/api/v1/account/export", { auth }, options),

    /** Deletes the account and all it has, for good. @throws PlacardError `reauthentication_required` */
    deleteAccount: (options?: CallOptions) => send("delete", "/api/v1/account", { auth }, options),

    /** Sends the verification mail again. @throws PlacardError `forbidden` without mail, `rate_limited` */
    sendVerificationMail: (options?: CallOptions) =>
      send("post", "/api/v1/account/verification", { auth }, options),

    /**
     * Verifies an email address of the account with the token of the link in the mail.
     * @throws PlacardError `not_found`, also if the link was sent for another account; `email_taken`
     */
    verifyEmail: (body: { token: string }, options?: CallOptions) =>
      send("post", "/api/v1/account/verify-email", { auth, body }, options),

    /** Lists the security events of the account, up to 200, newest first. */
    listAccountEvents: (options?: ListOptions) =>
      send("get", "/api/v1/account/events", { auth, query: pageOf(options) }, options),

    /**
     * Reports a security event that was not the user. Revokes all sessions, including the current one, and
     * what sessions have created since. @throws PlacardError `reauthentication_required`, `not_found`
     */
    reportAccountEvent: (id: string, options?: CallOptions) =>
      send("post", "/api/v1/account/events/{id}/report", { auth, params: { id } }, options),

    /** Returns the usage of the account on the last 30 days, or `days` (1 to 90), oldest first. */
    getAccountUsage: ({ days, ...options }: UsageOptions = {}) =>
      send("get", "/api/v1/account/usage", { auth, query: { days } }, options),
  };
}
