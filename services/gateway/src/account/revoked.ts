import type { NewSecurityEvent, Revoked, SecurityEvents } from "@placard/accounts";

/** Records an event for each object that was revoked. Sessions are not listed. */
export async function recordRevoked(
  { recordEvent }: Pick<SecurityEvents, "recordEvent">,
  actor: Omit<NewSecurityEvent, "type">,
  { passkeyIds, apiKeyIds, signingKeyIds, webhookIds, recoveryCodes }: Revoked,
): Promise<void> {
  for (const passkeyId of passkeyIds) await recordEvent({ ...actor, type: "passkey_deleted", passkeyId });
  for (const keyId of apiKeyIds) await recordEvent({ ...actor, type: "api_key_revoked", keyId });
  for (const signingKeyId of signingKeyIds)
    await recordEvent({ ...actor, type: "signing_key_revoked", signingKeyId });
  for (const webhookId of webhookIds) await recordEvent({ ...actor, type: "webhook_deleted", webhookId });
  if (recoveryCodes > 0)
    await recordEvent({ ...actor, type: "recovery_codes_revoked", count: recoveryCodes });
}
