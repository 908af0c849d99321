import { randomUUID } from "node:crypto";
import { createAccounts, type Accounts } from "@placard/accounts";
import { readPasskeyPolicy } from "../passkeys/passkey-policy.ts";
import type { Platform } from "../platform.ts";

/** Creates the rules of accounts from the settings. Throws StartError. */
export async function openAccounts(platform: Platform): Promise<Accounts> {
  const { settings, redis, now } = platform;
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
      passkeyPolicy: await readPasskeyPolicy(platform),
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
