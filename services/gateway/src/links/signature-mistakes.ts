import { createHmac, timingSafeEqual } from "node:crypto";
import { canonicalLink, encodeLinkText, type LinkQuery } from "@placard/contracts";

/** How a signature is created. The first value of each step is the correct one. */
interface Steps {
  order: "sorted" | "as in the link";
  encoding: "unreserved" | "encodeURIComponent" | "plus" | "none" | "lower-case";
  file: "name" | "path" | "without extension";
  parameters: "all" | "without kid" | "without exp";
  form: "three lines" | "without version" | "line feed at the end";
  secret: "whole" | "without prefix" | "decoded";
}

const steps: { readonly [Step in keyof Steps]: readonly Steps[Step][] } = {
  order: ["sorted", "as in the link"],
  encoding: ["unreserved", "encodeURIComponent", "plus", "none", "lower-case"],
  file: ["name", "path", "without extension"],
  parameters: ["all", "without kid", "without exp"],
  form: ["three lines", "without version", "line feed at the end"],
  secret: ["whole", "without prefix", "decoded"],
};

const correct: Steps = {
  order: "sorted",
  encoding: "unreserved",
  file: "name",
  parameters: "all",
  form: "three lines",
  secret: "whole",
};

/** What to do instead of each mistake. */
const remedies: Readonly<Record<string, string>> = {
  "as in the link": "Sort the parameters by name before you sign.",
  encodeURIComponent: "Encode `!`, `'`, `(`, `)` and `*` as well: encodeURIComponent does not.",
  plus: "Encode a space as `%20` before you sign, not as `+`.",
  none: "Percent-encode names and values before you sign.",
  "lower-case": "Use upper-case hexadecimal digits in percent-encodings, such as `%C3`.",
  path: "Sign `<template>.<format>` alone, without `/og/sign/`.",
  "without extension": "Sign `<template>.<format>`, with the extension.",
  "without kid": "Include `kid` in the parameters that you sign.",
  "without exp": "Include `exp` in the parameters that you sign.",
  "without version": "Begin the canonical form with the line `placard-link-v1`.",
  "line feed at the end": "Sign the canonical form without a line feed at its end.",
  "without prefix": "Use the whole secret as the key, with its prefix `plks_`.",
  decoded: "Use the UTF-8 bytes of the whole secret as the key, without decoding it.",
};

/** The longest canonical form whose mistakes are searched, in bytes. */
const maxSearchedBytes = 4096;

/**
 * Finds out how a signature was created that does not match: at most two mistakes, as sentences that say what
 * to do instead. Undefined if the signature has another reason, such as another secret, or if the canonical
 * form is longer than 4,096 bytes: every combination of mistakes is tried, so the time is proportional to its
 * length.
 */
export function findSignatureMistakes(
  secret: string,
  file: string,
  query: LinkQuery,
): readonly string[] | undefined {
  const presented = decodeSignature(query.get("sig") ?? "");
  if (!presented || canonicalLink(file, query).length > maxSearchedBytes) return undefined;
  for (const mistakes of combinations()) {
    const signature = sign(secret, file, query, Object.assign({}, correct, ...mistakes) as Steps);
    if (timingSafeEqual(signature, presented))
      return mistakes.flatMap((mistake) => Object.values(mistake).map((name) => remedies[name] ?? name));
  }
  return undefined;
}

/** No mistake, then one, then two of different steps. */
function combinations(): readonly Partial<Steps>[][] {
  const names = Object.keys(steps) as (keyof Steps)[];
  const mistakesOf = (name: keyof Steps) =>
    steps[name].slice(1).map((value): Partial<Steps> => ({ [name]: value }));
  const singles = names.flatMap((name) => mistakesOf(name).map((mistake) => [mistake]));
  const pairs = names.flatMap((first, i) =>
    names
      .slice(i + 1)
      .flatMap((second) => mistakesOf(first).flatMap((a) => mistakesOf(second).map((b) => [a, b]))),
  );
  return [[], ...singles, ...pairs];
}

function sign(secret: string, file: string, query: LinkQuery, how: Steps): Buffer {
  const keyOf = {
    whole: secret,
    "without prefix": secret.slice(5),
    decoded: Buffer.from(secret.slice(5), "base64url"),
  };
  return createHmac("sha256", keyOf[how.secret])
    .update(canonicalForm(file, query, how))
    .digest();
}

function canonicalForm(file: string, query: LinkQuery, how: Steps): string {
  const omitted = { all: "sig", "without kid": "kid", "without exp": "exp" }[how.parameters];
  const names = [...query.keys()].filter((name) => name !== "sig" && name !== omitted);
  if (how.order === "sorted") names.sort();
  const encode = encoders[how.encoding];
  const pairs = names.map((name) => `${encode(name)}=${encode(query.get(name) ?? "")}`).join("&");
  const signedFile = {
    name: file,
    path: `/og/sign/${file}`,
    "without extension": file.slice(0, file.lastIndexOf(".")),
  }[how.file];
  const version = how.form === "without version" ? "" : "placard-link-v1\n";
  return `${version}${signedFile}\n${pairs}${how.form === "line feed at the end" ? "\n" : ""}`;
}

const encoders: Readonly<Record<Steps["encoding"], (text: string) => string>> = {
  unreserved: encodeLinkText,
  encodeURIComponent,
  plus: (text) => encodeLinkText(text).replaceAll("%20", "+"),
  none: (text) => text,
  "lower-case": (text) => encodeLinkText(text).replace(/%[\dA-F]{2}/g, (octet) => octet.toLowerCase()),
};

/** The 32 bytes of a signature in hexadecimal, base64 or base64url; undefined for anything else. */
function decodeSignature(text: string): Buffer | undefined {
  const bytes = /^[\da-f]{64}$/i.test(text)
    ? Buffer.from(text, "hex")
    : Buffer.from(text.replaceAll(" ", "+"), "base64"); // a `+` in a query is a space. Node's decoder accepts both alphabets
  return bytes.length === 32 ? bytes : undefined;
}
