import { linkExpiry, signaturePattern, signingKeyIdPattern, type ParsedLinkQuery } from "@placard/contracts";

/** Why a signed link is rejected: a sentence for its author, and the parameter, if it is about one. */
export interface LinkProblem {
  parameter?: string;
  message: string;
}

/** The longest name of a parameter in a message. */
const maxNameLength = 40;

/**
 * The problems of a readable link that need no signing key: missing, malformed or repeated parameters, and a
 * past expiry. `now` is epoch ms.
 */
export function listLinkProblems(
  { query, repeated, malformed }: ParsedLinkQuery,
  now: number,
): LinkProblem[] {
  if ([...query.keys()].some((name) => name.startsWith("amp;"))) return [{ message: escapedAmpersand }];
  return [
    ...malformed.map((parameter) => problem(parameter, "is not percent-encoded UTF-8. Percent-encode it.")),
    ...repeated.map((parameter) => problem(parameter, "occurs more than once. Send it once.")),
    ...kidProblem(query.get("kid")),
    ...sigProblem(query.get("sig")),
    ...(Number.isNaN(linkExpiry(query))
      ? [problem("exp", "is malformed. It is a Unix time in whole seconds, such as 1830297600.")]
      : expiryProblems(linkExpiry(query), now)),
  ];
}

const escapedAmpersand =
  "The link contains `&amp;` in place of `&`: it was copied from HTML, or escaped twice. Replace each `&amp;` by `&`.";

function kidProblem(kid = ""): LinkProblem[] {
  if (kid === "")
    return [problem("kid", "is missing. Add the ID of the signing key, and sign the link with it.")];
  if (signingKeyIdPattern.test(kid)) return [];
  return [
    problem(
      "kid",
      "is not the ID of a signing key, which has 16 letters and digits. If it is a secret, revoke the key.",
    ),
  ];
}

function sigProblem(sig = ""): LinkProblem[] {
  if (sig === "") return [problem("sig", "is missing. Sign the link, and append the signature.")];
  if (signaturePattern.test(sig)) return [];
  return [problem("sig", "is malformed. It has 43 characters: an HMAC-SHA256 as base64url without padding.")];
}

/** The problem of an expiry in the past, if it is. Both times are epoch ms. */
export function expiryProblems(expiresAt: number | undefined, now: number): LinkProblem[] {
  if (expiresAt === undefined || now <= expiresAt) return [];
  const time = new Date(expiresAt).toISOString();
  return [problem("exp", `has passed: the link expired at ${time}. Sign a new link with a later time.`)];
}

function problem(parameter: string, text: string): LinkProblem {
  const name = parameter.length > maxNameLength ? `${parameter.slice(0, maxNameLength)}…` : parameter;
  return { parameter: name, message: `\`${name}\` ${text}` };
}
