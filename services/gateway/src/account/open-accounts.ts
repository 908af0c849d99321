import {
  createAccounts,
  type Accounts,
  loadAuthenticatorModels,
  type PasskeyPolicy,
} from "@placard/accounts";
import { readFile } from "node:fs/promises";
import { StartError } from "@placard/runtime";
import type { Platform } from "../platform.ts";

/** Creates the rules of accounts from the settings. Throws StartError. */
export async function openAccounts(platform: Platform): Promise<Accounts> {
  const { settings, redis, now } = platform;
  return createAccounts({
    redis,
    now,
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

/** Reads which passkeys are accepted. Throws StartError if the metadata of authenticators cannot be used. */
async function readPasskeyPolicy({
  settings: { PASSKEY_POLICY, FIDO_MDS_FILE = "" },
  logger,
  now,
}: Pick<Platform, "settings" | "logger" | "now">): Promise<PasskeyPolicy> {
  if (typeof PASSKEY_POLICY === "string") return PASSKEY_POLICY;
  try {
    const blob = await readFile(FIDO_MDS_FILE, "utf8");
    const { trusted, compromised, nextUpdate } = await loadAuthenticatorModels(blob, PASSKEY_POLICY);
    if (compromised.length > 0)
      logger.warn({ aaguids: compromised }, "passkeys of compromised authenticators are refused");
    if (nextUpdate.getTime() < now()) logger.warn({ nextUpdate }, "FIDO_MDS_FILE is out of date");
    return trusted;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `Placard cannot start: FIDO_MDS_FILE cannot be used: ${reason}. Set it to a current file from https://mds3.fidoalliance.org, and PASSKEY_POLICY to AAGUIDs in it.`,
    );
  }
}
