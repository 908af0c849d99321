import { readFile } from "node:fs/promises";
import { loadAuthenticatorModels, type PasskeyPolicy } from "@placard/accounts";
import { StartError } from "@placard/runtime";
import type { Platform } from "../platform.ts";

/** Reads which passkeys are accepted. Throws StartError if the metadata of authenticators cannot be used. */
export async function readPasskeyPolicy({
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
