import type {
  Account,
  AccountExport,
  AccountUsage,
  AccountUser,
  SecurityEvent,
  UpdateAccountRequest,
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

/** The options of `getAccountUsage`. */
export interface UsageOptions extends CallOptions {
  /** 1 to 90. */
  days?: number | undefined;
}

/** The user's account. */
export function accountCalls(send: Send) {
  const [path, auth] = ["/api/v1/account", "token"] as const;
  return {
    /** Returns the user, and how much the account has. */
    async getAccount(options?: CallOptions): Promise<Result<Account>> {
      return await send({ method: "GET", path, auth }, options);
    },

    /** Changes the user's name, email address, or both. @throws PlacardError `email_taken`, `reauthentication_required` */
    async updateAccount(
      body: UpdateAccountRequest,
      options?: CallOptions,
    ): Promise<Result<{ user: AccountUser }>> {
      return await send({ method: "PATCH", path, auth, body }, options);
    },

    /**
     * Creates ten recovery codes, which are shown only this once, and revokes all older ones. Never retried: each call
     * creates other codes.
     * @throws PlacardError `reauthentication_required`
     */
    async createRecoveryCodes(options?: CallOptions): Promise<Result<{ codes: string[] }>> {
      return await send({ method: "POST", path: `${path}/recovery-codes`, auth }, options);
    },

    /**
     * Exports everything that is stored about the account, without secrets. With many images, the client needs a longer
     * `timeoutMs`.
     * @throws PlacardError `reauthentication_required`, `rate_limited` while another export is in progress
     */
    async exportAccount(options?: CallOptions): Promise<Result<AccountExport>> {
      return await send({ method: "GET", path: `${path}/export`, auth }, options);
    },

    /** Deletes the account and everything that it has. Cannot be undone. @throws PlacardError `reauthentication_required` */
    async deleteAccount(options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "DELETE", path, auth }, options);
    },

    /** Sends the verification mail again. @throws PlacardError `forbidden` if the server sends no mail, `rate_limited` */
    async sendVerificationMail(options?: CallOptions): Promise<Result<Empty>> {
      return await send({ method: "POST", path: `${path}/verification`, auth }, options);
    },

    /** Verifies an email address with the token of the link in the mail. @throws PlacardError `not_found` */
    async verifyEmail(body: { token: string }, options?: CallOptions): Promise<Result<{ email: string }>> {
      return await send({ method: "POST", path: `${path}/verify-email`, body }, options);
    },

    /** Lists the security events of the account, up to 200, newest first. */
    async listAccountEvents(options?: ListOptions): Promise<Result<Paged<{ events: SecurityEvent[] }>>> {
      return await send({ method: "GET", path: pagePath(`${path}/events`, options), auth }, options);
    },

    /** Returns the usage of the account on each of the last 30 days, or `days`, which may be 1 to 90; oldest first. */
    async getAccountUsage(options?: UsageOptions): Promise<Result<AccountUsage>> {
      const query = options?.days === undefined ? "" : `?days=${options.days}`;
      return await send({ method: "GET", path: `${path}/usage${query}`, auth }, options);
    },
  };
}
