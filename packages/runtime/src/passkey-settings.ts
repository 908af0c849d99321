const aaguid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The policy in PASSKEY_POLICY, or the AAGUIDs in it, in lower case. Undefined for any other form. */
export function parsePasskeyPolicy(value: string): "any" | "device-bound" | string[] | undefined {
  if (value === "any" || value === "device-bound") return value;
  const list = value.split(",").map((part) => part.trim().toLowerCase());
  return list.every((part) => aaguid.test(part)) ? list : undefined;
}

/** The errors in the combination of the passkey settings. */
export function findPasskeySettingErrors({
  PASSKEY_POLICY,
  FIDO_MDS_FILE,
}: Readonly<Record<string, unknown>>): string[] {
  const needsMetadata =
    typeof PASSKEY_POLICY === "string" && Array.isArray(parsePasskeyPolicy(PASSKEY_POLICY));
  return needsMetadata && FIDO_MDS_FILE === undefined
    ? ["FIDO_MDS_FILE is required because PASSKEY_POLICY has AAGUIDs"]
    : [];
}
