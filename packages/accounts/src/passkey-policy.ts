import { AppError } from "@placard/contracts";
import type { Passkey } from "./passkey-store.ts";

/**
 * Which passkeys are accepted: all of them, only passkeys that never leave their authenticator, or only
 * passkeys of the models of authenticators with these AAGUIDs.
 */
export type PasskeyPolicy = "any" | "device-bound" | ReadonlySet<string>;

/** What a policy depends on. The authenticator has signed it. */
export type PermittedBy = Pick<Passkey, "deviceType" | "aaguid" | "isAttested">;

/**
 * Checks a verified passkey. The flag BE says whether it can be copied to other devices (WebAuthn level 3,
 * clause 6.1.3). Its model is known if certificates have attested it.
 * @throws AppError `passkey_not_permitted`
 */
export function checkPasskeyPolicy(
  policy: PasskeyPolicy,
  { deviceType, aaguid, isAttested }: PermittedBy,
): void {
  if (policy === "any") return;
  const isPermitted =
    policy === "device-bound" ? deviceType === "singleDevice" : isAttested && policy.has(aaguid);
  if (!isPermitted) throw passkeyNotPermitted(policy);
}

/** What browsers offer first (WebAuthn level 3, clause 5.8.7). Passkeys on security keys are device-bound. */
export function hintsOf(policy: PasskeyPolicy): { hints?: ["security-key"] } {
  return policy === "any" ? {} : { hints: ["security-key"] };
}

export function passkeyNotPermitted(policy: PasskeyPolicy): AppError {
  if (policy === "device-bound") return new AppError("passkey_not_permitted");
  const message =
    "This service accepts only passkeys of certain models of authenticators, and this one is not of them. Use a security key that the operator has approved. To add one to your account, use a recovery code.";
  return new AppError("passkey_not_permitted", { message });
}
