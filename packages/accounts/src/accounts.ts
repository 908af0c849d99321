import type { RedisClient } from "@placard/runtime";
import { deleteAccount } from "./account-status.ts";
import { createCeremonyStore } from "./ceremony-store.ts";
import { createDecoys } from "./decoys.ts";
import { createEmailVerifications, type EmailVerifications } from "./email-verifications.ts";
import { createInvitations } from "./invitations.ts";
import { createExportLock, type ExportLock } from "./export-lock.ts";
import { createPasskeyCeremonies, type PasskeyCeremonies } from "./passkey-ceremonies.ts";
import { createRecoveryCodes, type RecoveryCodes } from "./recovery-codes.ts";
import type { RelyingParty } from "./relying-party.ts";
import { createApiKeys, createSigningKeys, type ApiKeys, type SigningKeys } from "./secret-kinds.ts";
import { createSessions, type Sessions } from "./sessions.ts";
import { createSignUp, type SignUp, type SignUpPolicy } from "./sign-up.ts";
import { createUserStore, type UserStore } from "./user-store.ts";

/** The limits on what one account can have. */
interface AccountLimits {
  apiKeys: number;
  signingKeys: number;
  passkeys: number;
  /** A login past this limit revokes the session that was used longest ago. */
  sessions: number;
}

interface Deps {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
  createSessionId: () => string;
  /** Secrets of session tokens, at least 32 bytes each. The first one signs; all of them verify. */
  tokenSecrets: readonly string[];
  /** The `iss` of session tokens. */
  tokenIssuer: string;
  sessionTtlSeconds: number;
  relyingParty: RelyingParty;
  limits: AccountLimits;
  signUp: SignUpPolicy;
}

/** The rules of accounts. Every method that needs Redis rejects while it is unavailable. */
export interface Accounts {
  users: UserStore;
  sessions: Sessions;
  ceremonies: PasskeyCeremonies;
  recoveryCodes: RecoveryCodes;
  verifications: EmailVerifications;
  signUp: SignUp;
  apiKeys: ApiKeys;
  signingKeys: SigningKeys;
  withExportLock: ExportLock["withExportLock"];
  /** Deletes an account and everything that it has, and adds the runs that delete its images. */
  deleteAccount: (userId: string) => Promise<"done" | "no_user">;
}

/** The rules of accounts, on one Redis. */
export function createAccounts({
  redis,
  now,
  createSessionId,
  tokenSecrets,
  tokenIssuer,
  sessionTtlSeconds,
  relyingParty,
  limits,
  signUp: policy,
}: Deps): Accounts {
  const users = createUserStore(redis);
  const recoveryCodes = createRecoveryCodes(redis);
  const signUp = createSignUp({ policy, invitations: createInvitations({ redis, now }) });
  const sessions = createSessions({
    redis,
    now,
    createId: createSessionId,
    secrets: tokenSecrets,
    issuer: tokenIssuer,
    ttlSeconds: sessionTtlSeconds,
    maxPerAccount: limits.sessions,
  });
  return {
    users,
    sessions,
    ceremonies: createPasskeyCeremonies({
      redis,
      users,
      ceremonies: createCeremonyStore(redis),
      decoys: createDecoys(redis),
      recoveryCodes,
      signUp,
      sessions,
      now,
      relyingParty,
      maxPasskeys: limits.passkeys,
    }),
    recoveryCodes,
    verifications: createEmailVerifications(redis),
    signUp,
    apiKeys: createApiKeys({ redis, now, maxPerAccount: limits.apiKeys }),
    signingKeys: createSigningKeys({ redis, now, maxPerAccount: limits.signingKeys }),
    ...createExportLock({ redis, createId: createSessionId }),
    deleteAccount: (userId) => deleteAccount(redis, userId, now()),
  };
}
