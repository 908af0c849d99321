import type { RedisClient } from "@placard/runtime";
import type { RelyingParty } from "./relying-party.ts";
import type { SignUpPolicy } from "./sign-up.ts";

/** What accounts are created with. */
export interface AccountOptions {
  redis: RedisClient;
  /** Epoch ms. */
  now: () => number;
  /** Secrets of session tokens, at least 32 bytes each. The first one signs; all of them verify. */
  tokenSecrets: readonly string[];
  /** The `iss` of session tokens. */
  tokenIssuer: string;
  sessionTtlSeconds: number;
  /** A session that was not used for this long has ended. Undefined: unused sessions end with their TTL. */
  sessionIdleSeconds?: number | undefined;
  relyingParty: RelyingParty;
  /** The limits of one account. A login past `sessions` revokes the one that was used longest ago. */
  limits: { apiKeys: number; signingKeys: number; passkeys: number; sessions: number };
  signUp: SignUpPolicy;
}

export type RedisAndClock = Pick<AccountOptions, "redis" | "now">;
