import type { SigningKeys } from "@placard/accounts";
import { signingKeyIdPattern } from "@placard/contracts";
import Type from "typebox";
import { ownedSecretEndpoints, type SecretDeps } from "./owned-secrets.ts";

export function signingKeyEndpoints(signingKeys: SigningKeys, deps: SecretDeps) {
  return ownedSecretEndpoints(
    signingKeys,
    {
      title: "SigningKey",
      noun: "signing key",
      canExpire: false,
      hasScopes: false,
      idSchema: Type.String({
        pattern: signingKeyIdPattern.source,
        description: "the `kid` of its links",
        examples: ["4fJ8sKq2LmZx7Tb1"],
      }),
      secretSchema: Type.String({
        pattern: "^plks_[A-Za-z0-9_-]{43}$",
        examples: [`plks_${"A".repeat(43)}`],
      }),
      secretMember: "secret",
      listMember: "signingKeys",
      eventsOf: (signingKeyId) => ({
        created: { type: "signing_key_created", signingKeyId },
        revoked: { type: "signing_key_revoked", signingKeyId },
      }),
      createDescription:
        "An account can have several valid signing keys. To rotate one, create the new key before you revoke the old one.",
      revokeDescription:
        "Every gateway rejects the links of the key from now on. Images that were rendered for them stay available at their `/og/{imageId}` links.",
      nameExample: "blog",
    },
    deps,
  );
}
