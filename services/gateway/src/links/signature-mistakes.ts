import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalLink, encodeLinkText, type LinkQuery } from "@placard/contracts";

/** How a signature is created. */
interface Signing {
  key: string | Buffer;
  /** The first line, with its line feed. */
  version: string;
  file: string;
  isSorted: boolean;
  /** A parameter that is not signed. */
  omitted: string;
  encode: (text: string) => string;
  end: string;
}

/** What to do instead of a mistake, and what differs with it. */
type Mistake = readonly [remedy: string, change: Partial<Signing>];

/** The longest canonical form whose mistakes are searched, in bytes. */
const maxSearchedBytes = 4096;

/**
 * Finds out how a signature that does not match was created: at most two mistakes, as sentences with a fix.
 * Undefined for other reasons, such as another secret. Also undefined if the canonical form exceeds 4,096
 * bytes: the time for all combinations is proportional to its length.
 */
export function findSignatureMistakes(
  secret: string,
  file: string,
  query: LinkQuery,
): readonly string[] | undefined {
  const presented = decodeSignature(query.get("sig") ?? "");
  if (!presented || canonicalLink(file, query).length > maxSearchedBytes) return undefined;
  const correct: Signing = {
    key: secret,
    version: "placard-link-v1\n",
    file,
    isSorted: true,
    omitted: "sig",
    encode: encodeLinkText,
    end: "",
  };
  const mistakes = listMistakes(secret, file);
  const pairs = mistakes.flatMap((first, i) =>
    mistakes.slice(i + 1).flatMap((second) => (areOfOneStep(first, second) ? [] : [[first, second]])),
  );
  for (const made of [[], ...mistakes.map((mistake) => [mistake]), ...pairs]) {
    const signing = Object.assign({}, correct, ...made.map(([, change]) => change)) as Signing;
    if (timingSafeEqual(sign(signing, query), presented)) return made.map(([remedy]) => remedy);
  }
  return undefined;
}

function listMistakes(secret: string, file: string): readonly Mistake[] {
  const withoutPrefix = secret.slice("plks_".length);
  const toLowerCase = (octet: string) => octet.toLowerCase();
  return [
    ["Sort the parameters by name before you sign.", { isSorted: false }],
    [
      "Encode `!`, `'`, `(`, `)` and `*` as well: encodeURIComponent does not.",
      { encode: encodeURIComponent },
    ],
    [
      "Encode a space as `%20` before you sign, not as `+`.",
      { encode: (text) => encodeLinkText(text).replaceAll("%20", "+") },
    ],
    ["Percent-encode names and values before you sign.", { encode: (text) => text }],
    [
      "Use upper-case hexadecimal digits in percent-encodings, such as `%C3`.",
      { encode: (text) => encodeLinkText(text).replace(/%[\dA-F]{2}/g, toLowerCase) },
    ],
    ["Sign `<template>.<format>` alone, without `/og/sign/`.", { file: `/og/sign/${file}` }],
    ["Sign `<template>.<format>`, with the extension.", { file: file.slice(0, file.lastIndexOf(".")) }],
    ["Include `kid` in the parameters that you sign.", { omitted: "kid" }],
    ["Include `exp` in the parameters that you sign.", { omitted: "exp" }],
    ["Begin the canonical form with the line `placard-link-v1`.", { version: "" }],
    ["Sign the canonical form without a line feed at its end.", { end: "\n" }],
    ["Use the whole secret as the key, with its prefix `plks_`.", { key: withoutPrefix }],
    [
      "Use the UTF-8 bytes of the whole secret as the key, without decoding it.",
      { key: Buffer.from(withoutPrefix, "base64url") },
    ],
  ];
}

function areOfOneStep([, first]: Mistake, [, second]: Mistake): boolean {
  return Object.keys(first)[0] === Object.keys(second)[0];
}

function sign({ key, version, file, isSorted, omitted, encode, end }: Signing, query: LinkQuery): Buffer {
  const names = [...query.keys()].filter((name) => name !== "sig" && name !== omitted);
  if (isSorted) names.sort();
  const pairs = names.map((name) => `${encode(name)}=${encode(query.get(name) ?? "")}`).join("&");
  return createHmac("sha256", key).update(`${version}${file}\n${pairs}${end}`).digest();
}

/** The 32 bytes of a signature in hexadecimal, base64 or base64url; undefined for anything else. */
function decodeSignature(text: string): Buffer | undefined {
  const bytes = /^[\da-f]{64}$/i.test(text)
    ? Buffer.from(text, "hex")
    : Buffer.from(text.replaceAll(" ", "+"), "base64"); // a `+` in a query is a space
  return bytes.length === 32 ? bytes : undefined;
}
