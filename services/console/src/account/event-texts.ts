import type { PlacardClient, SecurityEvent } from "@placard/client";

/** The names of passkeys and keys, and the domains of sites, by ID. Those that were deleted are missing. */
export type Names = ReadonlyMap<string, string>;

export async function loadNames(api: PlacardClient): Promise<Names> {
  const [passkeys, apiKeys, signingKeys, sites] = await Promise.all([
    api.listPasskeys(),
    api.listApiKeys(),
    api.listSigningKeys(),
    api.listSites(),
  ]);
  return new Map([
    ...[...passkeys.data.passkeys, ...apiKeys.data.keys, ...signingKeys.data.signingKeys].map(
      ({ id, name }) => [id, name] as const,
    ),
    ...sites.data.sites.map(({ id, domain }) => [id, domain] as const),
  ]);
}

/** What is shown for a type of event, if not its name. “…” stands for the name of a passkey or key. */
const texts: Readonly<Record<string, string>> = {
  account_registered: "Account created",
  session_created: "Signed in",
  other_sessions_revoked: "All other sessions revoked",
  reauthenticated: "Confirmed with a passkey",
  passkey_added: "Passkey … added",
  passkey_renamed: "Passkey … renamed",
  api_key_created: "API key … created",
  api_key_revoked: "API key revoked",
  signing_key_created: "Signing key … created",
  recovery_code_issued: "Recovery link created",
  email_changed: "Email address changed",
  email_verified: "Email address verified",
  webhook_secret_rotated: "Secret of a webhook rotated",
  template_published: "Template version published",
  asset_created: "Image or font uploaded",
  asset_deleted: "Image or font deleted",
  event_reported: "Reported an event as “This wasn't me”",
};

export function describeEvent({ type, actor, passkeyId, keyId, signingKeyId }: SecurityEvent, names: Names) {
  const name = names.get(passkeyId ?? keyId ?? signingKeyId ?? "");
  const text = texts[type] ?? capitalize(type.replaceAll("_", " "));
  const what = text.replace(" …", name === undefined ? "" : ` “${name}”`);
  if (actor === "operator") return `${what} by the operator of this server`;
  return actor === "api_key" ? `${what} with an API key` : what;
}

function capitalize(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
