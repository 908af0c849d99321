import { randomUUID } from "node:crypto";
import { createAccounts, type Accounts } from "@placard/accounts";
import type { Platform } from "../platform.ts";

/** Creates the rules of accounts from the settings. */
export function openAccounts({ settings, redis, now }: Platform): Accounts {
  return createAccounts({
    redis,
    now,
    createSessionId: randomUUID,
    tokenSecrets: settings.JWT_SECRETS,
    tokenIssuer: settings.PUBLIC_URL,
    sessionTtlSeconds: settings.SESSION_TTL,
    sessionIdleSeconds: settings.SESSION_IDLE,
    relyingParty: {
      id: settings.RP_ID,
      name: settings.RP_NAME,
      origins: settings.ORIGINS,
      passkeyPolicy: settings.PASSKEY_POLICY,
    },
    limits: {
      apiKeys: settings.MAX_API_KEYS,
      signingKeys: settings.MAX_SIGNING_KEYS,
      passkeys: settings.MAX_PASSKEYS,
      sessions: settings.MAX_SESSIONS,
    },
    signUp: { mode: settings.SIGNUP, emails: settings.SIGNUP_EMAILS },
  });
}
