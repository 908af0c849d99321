import { failed, ok, warning, type Finding } from "./finding.ts";

const minimumTokenLength = 32;

/** The estimate of bits for 32 random characters is above this; for repeated text it is below. */
const minimumBits = 96;

/** Whether the secrets of session tokens look random. Their length is checked with the settings. */
export function checkJwtSecret(secrets: readonly string[]): Finding {
  return secrets.every((secret) => estimateBits(secret) >= minimumBits)
    ? ok(`JWT_SECRET has ${secrets.length === 1 ? "one secret" : `${secrets.length} secrets`}.`)
    : failed(
        "JWT_SECRET can be guessed: it repeats few characters. Replace it by the output of `openssl rand -hex 32`; all users must sign in again.",
      );
}

/** Whether the tokens of the admin server, by the names of their settings, look random. */
export function checkAdminTokens(tokens: Readonly<Record<string, string | undefined>>): Finding {
  const set = Object.entries(tokens).flatMap(([name, token]) =>
    token === undefined ? [] : [{ name, token }],
  );
  const weak = set
    .filter(({ token }) => token.length < minimumTokenLength || estimateBits(token) < minimumBits)
    .map(({ name }) => name);
  if (weak.length > 0)
    return warning(
      `${weak.join(" and ")} can be guessed: fewer than ${minimumTokenLength} characters, or few that repeat. Replace by the output of \`openssl rand -hex 32\`.`,
    );
  return set.length === 0
    ? ok("ADMIN_TOKEN is not set: the admin server listens on loopback only.")
    : ok(`${set.map(({ name }) => name).join(" and ")} set, long enough.`);
}

/** Shannon's entropy of the text's characters, times its length. An upper bound: it does not detect words. */
function estimateBits(text: string): number {
  const characters = Array.from(text);
  const counts = new Map<string, number>();
  for (const character of characters) counts.set(character, (counts.get(character) ?? 0) + 1);
  return [...counts.values()].reduce((bits, count) => bits - count * Math.log2(count / characters.length), 0);
}
