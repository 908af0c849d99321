import type { LoginJSON, RegistrationJSON } from "./authenticator.ts";

/** A credential that no schema should pass, and the JSON pointer into it of what is wrong. */
type Misfit = readonly [name: string, pointer: string, credential: unknown];

const values = [5, "text", true, null, [], {}];
const registrationExtras = ["authenticatorData", "transports", "publicKey", "publicKeyAlgorithm"];
const optional = {
  register: ["authenticatorAttachment", "clientExtensionResults", ...registrationExtras],
  login: ["authenticatorAttachment", "clientExtensionResults", "userHandle"],
};

/**
 * Every credential that differs from a good one in that a member is absent which has to be there, is of another JSON
 * type, or is not known.
 */
export function listSchemaMismatches(
  ceremony: "register" | "login",
  credential: RegistrationJSON | LoginJSON,
): Misfit[] {
  const { response } = credential;
  const inside = spoil({ ...response }, optional[ceremony]).map(
    ([name, pointer, spoilt]) =>
      [`response.${name}`, `/response${pointer}`, { ...credential, response: spoilt }] as const,
  );
  return [...spoil({ ...credential }, optional[ceremony]), ...inside];
}

function spoil(whole: Record<string, unknown>, mayMiss: readonly string[]): Misfit[] {
  return [
    ["an unknown member", "/unknown", { ...whole, unknown: 1 }],
    ...Object.entries(whole).flatMap(([member, good]) => {
      const others = values.filter((value) => typeOf(value) !== typeOf(good));
      const spoilt = others.map((value): Misfit => {
        return [`${member} is ${JSON.stringify(value)}`, `/${member}`, { ...whole, [member]: value }];
      });
      if (mayMiss.includes(member)) return spoilt;
      return [...spoilt, [`${member} is absent`, `/${member}`, { ...whole, [member]: undefined }] as const];
    }),
  ];
}

function typeOf(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}
