import type { ApiKeys } from "@placard/accounts";
import type { Logger } from "@placard/runtime";
import Type from "typebox";
import { ownedSecretEndpoints } from "./owned-secrets.ts";

interface Deps {
  apiKeys: Pick<ApiKeys, "create" | "list" | "revoke">;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

/** The endpoints of API keys. */
export function apiKeyEndpoints({ apiKeys, logger, now }: Deps) {
  return ownedSecretEndpoints(
    {
      title: "ApiKey",
      noun: "API key",
      canExpire: true,
      idSchema: Type.String(),
      secretSchema: Type.String({ pattern: "^plk_[0-9A-Za-z]{36}$" }),
      secretMember: "key",
      listMember: "keys",
      logField: "keyId",
      revokeDescription: "Every gateway rejects the key from now on.",
      example: { id: "q0Zs3VbNf1xYtR7K", name: "ci", secret: `plk_${"0".repeat(36)}` },
    },
    { secrets: apiKeys, logger, now },
  );
}
