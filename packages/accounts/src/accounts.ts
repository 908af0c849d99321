import type { AccountOptions } from "./account-options.ts";
import { deleteAccount } from "./account-status.ts";
import { createEmailVerifications } from "./email-verifications.ts";
import { createInvitations } from "./invitations.ts";
import { createPasskeyCeremonies } from "./passkey-ceremonies.ts";
import { createRecoveryCodes } from "./recovery-codes.ts";
import { createApiKeys, createSigningKeys } from "./secret-kinds.ts";
import { createSessions } from "./sessions.ts";
import { createSignUp } from "./sign-up.ts";
import { createUserStore } from "./user-store.ts";

/** The rules of accounts, on one Redis. Every method that needs Redis rejects while it is unavailable. */
export function createAccounts(options: AccountOptions) {
  const { redis, now, limits } = options;
  const users = createUserStore(redis);
  const recoveryCodes = createRecoveryCodes(redis);
  const signUp = createSignUp(options.signUp, createInvitations(options));
  const sessions = createSessions(options);
  return {
    users,
    sessions,
    ceremonies: createPasskeyCeremonies(options, { users, recoveryCodes, signUp, sessions }),
    recoveryCodes,
    verifications: createEmailVerifications(redis),
    signUp,
    apiKeys: createApiKeys({ redis, now, maxPerAccount: limits.apiKeys }),
    signingKeys: createSigningKeys({ redis, now, maxPerAccount: limits.signingKeys }),
    /** Deletes an account and everything that it has, and adds the runs that delete its images. */
    deleteAccount: (userId: string) => deleteAccount(redis, userId, now()),
  };
}
export type Accounts = ReturnType<typeof createAccounts>;
