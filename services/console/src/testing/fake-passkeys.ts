type Prompt = (
  options: (CredentialRequestOptions | CredentialCreationOptions) & {
    publicKey?: { hints?: readonly string[] };
  },
) => Promise<object>;

/** The passkey prompts of the simulated page. */
export interface FakePasskeys {
  /** Answers all later prompts. By default, the user confirms each with a passkey. */
  prompt: Prompt;
  /** What the browser can do besides. */
  capabilities: Record<string, boolean>;
  /** The IDs of the credentials that were reported as unknown. */
  unknown: string[];
}

/** Installs passkey prompts in the page. */
export function installFakePasskeys({
  hasAutofill,
  capabilities,
}: { hasAutofill: boolean } & Pick<FakePasskeys, "capabilities">): FakePasskeys {
  const passkeys: FakePasskeys = { prompt: () => Promise.resolve(confirmed), capabilities, unknown: [] };
  const isConditionalMediationAvailable = () => Promise.resolve(hasAutofill);
  const ask: Prompt = (options) => passkeys.prompt(options);
  Object.defineProperty(navigator, "credentials", { value: { get: ask, create: ask }, configurable: true });
  Object.defineProperty(window, "PublicKeyCredential", {
    value: {
      isConditionalMediationAvailable,
      parseCreationOptionsFromJSON: (options: object) => options,
      parseRequestOptionsFromJSON: (options: object) => options,
      getClientCapabilities: () => Promise.resolve(passkeys.capabilities),
      signalUnknownCredential: ({ credentialId }: { credentialId: string }) =>
        Promise.resolve(passkeys.unknown.push(credentialId)),
    },
    configurable: true,
  });
  return passkeys;
}

/** Removes what `installFakePasskeys` added, because the page shares its global object with Node. */
export function removeFakePasskeys() {
  Reflect.deleteProperty(navigator, "credentials");
  Reflect.deleteProperty(window, "PublicKeyCredential");
}

/** Rejects a prompt as browsers do if the user closes it, or the device has no passkey. */
export const rejectPrompt: Prompt = () => Promise.reject(new DOMException("closed", "NotAllowedError"));

/** Options of a ceremony, as the API returns them. */
export const ceremony = {
  options: {
    challenge: "AAAA",
    rpId: "og.example.com",
    rp: { id: "og.example.com", name: "Placard" },
    user: { id: "AAAA", name: "ada@example.com", displayName: "Ada Lovelace" },
  },
};

const bytes = new Uint8Array([1]).buffer;
/** A credential that the user has confirmed a prompt with. */
export const confirmed = {
  id: "AQ",
  rawId: bytes,
  type: "public-key",
  response: { clientDataJSON: bytes, attestationObject: bytes, authenticatorData: bytes, signature: bytes },
  getClientExtensionResults: () => ({}),
};
