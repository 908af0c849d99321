import type { Accounts, SecurityEvents } from "@placard/accounts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { apiKeyEndpoints } from "./api-keys.ts";
import { signingKeyEndpoints } from "./signing-keys.ts";

/** The API keys and the signing keys of accounts. */
export function createKeys(
  { settings, now }: Platform,
  { accounts, events }: { accounts: Accounts; events: SecurityEvents },
): Feature {
  const apiKeys = apiKeyEndpoints(accounts.apiKeys, { events, ttlSeconds: settings.API_KEY_TTL, now });
  const signingKeys = signingKeyEndpoints(accounts.signingKeys, { events, now });
  return {
    routes: [
      route("get", "/api/v1/keys", access.session, apiKeys.list),
      route("post", "/api/v1/keys", access.verifiedSession, apiKeys.create),
      route("delete", "/api/v1/keys/:id", access.recentSession, apiKeys.revoke),
      route("get", "/api/v1/signing-keys", access.session, signingKeys.list),
      route("post", "/api/v1/signing-keys", access.verifiedSession, signingKeys.create),
      route("delete", "/api/v1/signing-keys/:id", access.recentSession, signingKeys.revoke),
    ],
  };
}
