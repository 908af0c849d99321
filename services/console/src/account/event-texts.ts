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

/** Each type of security event as a sentence. “…” stands for the name of its passkey or key. */
const texts: Readonly<Record<string, string>> = {
  account_registered: "Account created",
  session_created: "Signed in",
  session_revoked: "Session revoked",
  other_sessions_revoked: "All other sessions revoked",
  reauthenticated: "Confirmed with a passkey",
  passkey_added: "Passkey … added",
  passkey_renamed: "Passkey … renamed",
  passkey_deleted: "Passkey deleted",
  api_key_created: "API key … created",
  api_key_revoked: "API key revoked",
  signing_key_created: "Signing key … created",
  signing_key_revoked: "Signing key revoked",
  recovery_codes_created: "Recovery codes created",
  recovery_codes_revoked: "Recovery codes revoked",
  recovery_code_issued: "Recovery link created",
  account_recovered: "Account recovered",
  email_changed: "Email address changed",
  email_verified: "Email address verified",
  name_changed: "Name changed",
  webhook_created: "Webhook created",
  webhook_changed: "Webhook changed",
  webhook_secret_rotated: "Secret of a webhook rotated",
  webhook_deleted: "Webhook deleted",
  template_created: "Template created",
  template_published: "Template version published",
  template_archived: "Template archived",
  template_restored: "Template restored",
  template_deleted: "Template deleted",
  review_created: "Template sent for review",
  review_deleted: "Link of a review revoked",
  asset_created: "Image or font uploaded",
  asset_deleted: "Image or font deleted",
  brand_changed: "Brand changed",
  brand_deleted: "Brand deleted",
  site_created: "Site created",
  site_verified: "Site verified",
  site_deleted: "Site deleted",
  account_exported: "Account exported",
  account_disabled: "Account disabled",
  account_enabled: "Account enabled",
  event_reported: "Reported an event as “This wasn't me”",
};

export function describeEvent({ type, actor, passkeyId, keyId, signingKeyId }: SecurityEvent, names: Names) {
  const name = names.get(passkeyId ?? keyId ?? signingKeyId ?? "");
  // A later version of the server may have types that this page does not know.
  const text = texts[type] ?? capitalize(type.replaceAll("_", " "));
  const what = text.replace(" …", name === undefined ? "" : ` “${name}”`);
  if (actor === "operator") return `${what} by the operator of this server`;
  return actor === "api_key" ? `${what} with an API key` : what;
}

function capitalize(text: string) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
