import type { LoginJSON, RegistrationJSON } from "./authenticator.ts";

/** A credential that the schema must reject, and the JSON pointer of the member that is wrong. */
type SchemaMismatch = readonly [name: string, pointer: string, credential: unknown];

const values = [5, "text", true, null, [], {}];
const registrationExtras = ["authenticatorData", "transports", "publicKey", "publicKeyAlgorithm"];
const optional = {
  register: ["authenticatorAttachment", "clientExtensionResults", ...registrationExtras],
  login: ["authenticatorAttachment", "clientExtensionResults", "userHandle"],
};

/**
 * Lists variants of a valid credential with one schema error each: a missing member, one of another JSON
 * type, or an unknown one.
 */
export function listSchemaMismatches(
  ceremony: "register" | "login",
  credential: RegistrationJSON | LoginJSON,
): SchemaMismatch[] {
  const { response } = credential;
  const inResponse = listMismatches({ ...response }, optional[ceremony]).map(
    ([name, pointer, mismatch]) =>
      [`response.${name}`, `/response${pointer}`, { ...credential, response: mismatch }] as const,
  );
  return [...listMismatches({ ...credential }, optional[ceremony]), ...inResponse];
}

function listMismatches(
  valid: Record<string, unknown>,
  optionalMembers: readonly string[],
): SchemaMismatch[] {
  return [
    ["an unknown member", "/unknown", { ...valid, unknown: 1 }],
    ...Object.entries(valid).flatMap(([member, validValue]) => {
      const isOptional = optionalMembers.includes(member);
      const ofOtherTypes = values
        .filter((value) => typeOf(value) !== typeOf(validValue))
        .filter((value) => !(isOptional && value === null)); // null counts as absent
      const mistyped = ofOtherTypes.map((value): SchemaMismatch => {
        return [`${member} is ${JSON.stringify(value)}`, `/${member}`, { ...valid, [member]: value }];
      });
      if (isOptional) return mistyped;
      return [...mistyped, [`${member} is absent`, `/${member}`, { ...valid, [member]: undefined }] as const];
    }),
  ];
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
