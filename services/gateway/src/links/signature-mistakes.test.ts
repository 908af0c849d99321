import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { canonicalLink, signLink } from "@placard/contracts";
import { findSignatureMistakes } from "./signature-mistakes.ts";

const secret = "plks_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const file = "blog.png";
const parameters = new Map([
  ["title", "Café (50% off) & more"],
  ["author", "Ada"],
  ["kid", "0123456789abcdef"],
  ["exp", "4102444800"],
]);
const correct = canonicalLink(file, parameters);
const hmac = (key: string | Buffer, text: string) =>
  createHmac("sha256", key).update(text).digest("base64url");
const mistakesOf = (sig: string) =>
  findSignatureMistakes(secret, file, new Map([...parameters, ["sig", sig]]));

describe("the mistakes in a signature", () => {
  it("are found, and described by what to do instead", () => {
    const inOrder = `placard-link-v1\nblog.png\n${[...parameters].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
    const cases: [string, string[]][] = [
      [signLink(secret, correct), []],
      [
        hmac(secret, inOrder),
        [
          "Sort the parameters by name before you sign.",
          "Encode `!`, `'`, `(`, `)` and `*` as well: encodeURIComponent does not.",
        ],
      ],
      [
        hmac(secret, correct.replaceAll("%20", "+")),
        ["Encode a space as `%20` before you sign, not as `+`."],
      ],
      [
        hmac(
          secret,
          correct.replace(/[^\n]+$/, (pairs) => decodeURIComponent(pairs)),
        ),
        ["Percent-encode names and values before you sign."],
      ],
      [
        hmac(secret, correct.replaceAll("%C3%A9", "%c3%a9")),
        ["Use upper-case hexadecimal digits in percent-encodings, such as `%C3`."],
      ],
      [
        hmac(secret, correct.replace("blog.png", "/og/sign/blog.png")),
        ["Sign `<template>.<format>` alone, without `/og/sign/`."],
      ],
      [
        hmac(secret, correct.replace("blog.png", "blog")),
        ["Sign `<template>.<format>`, with the extension."],
      ],
      [
        hmac(secret, correct.replace("kid=0123456789abcdef&", "")),
        ["Include `kid` in the parameters that you sign."],
      ],
      [
        hmac(secret, correct.replace("exp=4102444800&", "")),
        ["Include `exp` in the parameters that you sign."],
      ],
      [
        hmac(secret, correct.replace("placard-link-v1\n", "")),
        ["Begin the canonical form with the line `placard-link-v1`."],
      ],
      [hmac(secret, `${correct}\n`), ["Sign the canonical form without a line feed at its end."]],
      [hmac(secret.slice(5), correct), ["Use the whole secret as the key, with its prefix `plks_`."]],
      [
        hmac(Buffer.from(secret.slice(5), "base64url"), correct),
        ["Use the UTF-8 bytes of the whole secret as the key, without decoding it."],
      ],
    ];
    for (const [sig, mistakes] of cases) assert.deepEqual(mistakesOf(sig), mistakes);
  });

  it("are found for signatures in hexadecimal and in base64 with padding", () => {
    const sig = Buffer.from(signLink(secret, correct), "base64url");
    for (const encoding of ["hex", "base64", "base64url"] as const)
      assert.deepEqual(mistakesOf(sig.toString(encoding)), []);
  });

  it("are not found if the secret or a value is another one", () => {
    const other = hmac("plks_other", correct);
    for (const sig of ["", "x", other, hmac(secret, correct.replace("Ada", "Eve"))])
      assert.equal(mistakesOf(sig), undefined);
  });

  it("are not searched in canonical forms of more than 4,096 bytes", () => {
    const mistakeOf = (title: string) => {
      const query = new Map([["title", title]]);
      const sig = hmac(secret, canonicalLink(file, query).replace("placard-link-v1\n", ""));
      return findSignatureMistakes(secret, file, query.set("sig", sig));
    };
    const length = 4096 - canonicalLink(file, new Map([["title", ""]])).length;
    assert.deepEqual(mistakeOf("a".repeat(length)), [
      "Begin the canonical form with the line `placard-link-v1`.",
    ]);
    assert.equal(mistakeOf("a".repeat(length + 1)), undefined);
  });
});
