import type { ApiKeys } from "@placard/accounts";
import Type from "typebox";
import { ownedSecretEndpoints, type SecretDeps } from "./owned-secrets.ts";

export function apiKeyEndpoints(apiKeys: ApiKeys, deps: SecretDeps) {
  const { ttlSeconds } = deps;
  return ownedSecretEndpoints(
    apiKeys,
    {
      title: "ApiKey",
      noun: "API key",
      canExpire: true,
      hasScopes: true,
      idSchema: Type.String({ examples: ["q0Zs3VbNf1xYtR7K"] }),
      secretSchema: Type.String({ pattern: "^plk_[0-9A-Za-z]{36}$", examples: [`plk_${"0".repeat(36)}`] }),
      secretMember: "key",
      listMember: "keys",
      eventsOf: (keyId) => ({
        created: { type: "api_key_created", keyId },
        revoked: { type: "api_key_revoked", keyId },
      }),
      createDescription: `Without \`scopes\`, the key has all scopes. Without \`expiresAt\`, it ${ttlSeconds === undefined ? "does not expire" : `expires after ${ttlSeconds} s`}.`,
      revokeDescription: "Every gateway rejects the key from now on.",
      nameExample: "ci",
    },
    deps,
  );
}
