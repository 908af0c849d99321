import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { isSignedBy } from "@placard/contracts";
import { createRandom, mutateBytes, type Random } from "@placard/testing";
import { readReadableLink } from "./readable-link.ts";
import { readShortLink } from "./short-link.ts";
import type { SignedLink } from "./signed-link.ts";

const secret = "plks_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8";
const kid = "0123456789abcdef";
const now = Date.UTC(2027, 0, 1);

const hmac = (text: string) => createHmac("sha256", secret).update(text).digest("base64url");

// The reference: docs/signed-links.md in few lines, with other means than the implementation.

/** The pairs of a query; undefined if a part is not percent-encoded UTF-8, or a name occurs twice. */
function parseQuery(query: string): Map<string, string> | undefined {
  const pairs = new Map<string, string>();
  for (const part of query.split("&").filter(Boolean)) {
    const [, ...texts] = /^([^=]*)=?([^]*)$/.exec(part)!;
    if (texts.some((text) => /%(?![\da-f]{2})/i.test(text))) return undefined;
    const [name, value] = texts.map((text) => {
      const latin1 = text
        .replaceAll("+", " ")
        .replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
      return Buffer.from(latin1, "latin1");
    });
    if (![name, value].every((bytes) => bytes!.equals(Buffer.from(bytes!.toString())))) return undefined;
    if (pairs.has(name!.toString())) return undefined;
    pairs.set(name!.toString(), value!.toString());
  }
  return pairs;
}
const encode = (text: string) =>
  Array.from(Buffer.from(text), (byte) => {
    const char = String.fromCharCode(byte);
    return /[\w.~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }).join("");
function readableText(file: string, pairs: Map<string, string>): string {
  const names = [...pairs.keys()].filter((name) => name !== "sig").toSorted((a, b) => (a < b ? -1 : 1));
  return `placard-link-v1\n${file}\n${names.map((name) => `${encode(name)}=${encode(pairs.get(name)!)}`).join("&")}`;
}
const isFuture = (seconds: number) => seconds * 1000 >= now;
function isReadableLinkValid(file: string, query: string): boolean {
  const pairs = parseQuery(query);
  if (!pairs || [...pairs.keys()].some((name) => name.startsWith("amp;"))) return false;
  const expiry = pairs.get("exp");
  if (expiry !== undefined && !(/^\d{1,12}$/.test(expiry) && isFuture(Number(expiry)))) return false;
  return pairs.get("kid") === kid && pairs.get("sig") === hmac(readableText(file, pairs));
}
function isShortLinkValid(file: string): boolean {
  const [, payload = "", signature, extension] = /^([\w-]+)\.([\w-]{43})\.([^.]+)$/.exec(file) ?? [];
  if (signature !== hmac(`placard-link-v2\n${payload}.${extension}`)) return false;
  const isMap = (value: unknown) => Object.prototype.toString.call(value) === "[object Object]";
  try {
    const list = JSON.parse(Buffer.from(payload, "base64url").toString());
    const [id, template, data, options = null, expiry = 1e11] = list;
    if (!Array.isArray(list) || list.length > 5 || typeof template !== "string" || !isMap(data)) return false;
    if (options !== null && (!isMap(options) || "format" in options || "cache" in options)) return false;
    return id === kid && /^\d{1,12}$/.test(String(expiry)) && typeof expiry === "number" && isFuture(expiry);
  } catch {
    return false;
  }
}

/** What the endpoints check before they render a link. */
function isAccepted(link: SignedLink): boolean {
  const isSigned = link.kid === kid && isSignedBy(secret, link.signedText, link.signature);
  return isSigned && link.listProblems(now).length === 0;
}

/** Mutates ASCII text. */
const mutateText = (text: string, random: Random) =>
  Buffer.from(mutateBytes(Buffer.from(text), random).map((byte) => byte & 0x7f)).toString();

/** Changes the form of a query, and often not its meaning. */
function rewriteQuery(query: string, random: Random): string {
  const parts = query.split("&");
  const at = random(parts.length);
  const cases: readonly (() => string)[] = [
    () => [...parts.slice(at), ...parts.slice(0, at)].join("&"),
    () => query.replaceAll("%20", "+"),
    () => query.replaceAll(/%../g, (text) => text.toLowerCase()),
    () => query.replace(/[a-z](?=[^=]*$)/, (char) => `%${char.charCodeAt(0).toString(16)}`),
    () => `${query}&&`,
    () => `${query}&${parts[at]}`,
    () => parts.filter((_, i) => i !== at).join("&"),
    () => query.replace("&", "&amp;"),
    () => query.replace(/exp=\d+/, `exp=${[1e9, 1e12, -1, "1e11", "", "4102444800.0"][random(6)]}`),
    () => `${query}&${["format", "__proto__", "constructor", "kid", "%ff", "é"][random(6)]}=1`,
  ];
  return cases[random(cases.length)]!();
}

const jsonValues = [
  null,
  [],
  {},
  "",
  "x",
  0,
  1,
  -1,
  1.5,
  1e11,
  1e12,
  true,
  { format: "png" },
  { width: 800 },
];

describe("mutated signed links", () => {
  it("are accepted exactly when the documentation says so, in the readable form", () => {
    const random = createRandom(5);
    const pairs = new Map([
      ["title", "Café & crème: (50% off)*!"],
      ["author", "Ada Lovelace"],
      ["exp", "4102444800"],
      ["kid", kid],
    ]);
    const sign = (file: string, unsigned: string) =>
      `${unsigned}&sig=${hmac(readableText(file, parseQuery(unsigned) ?? new Map()))}`;
    const unsigned = [...pairs].map(([name, value]) => `${name}=${encode(value)}`).join("&");
    const counts = { true: 0, false: 0 };
    for (let i = 0; i < 5_000; i++) {
      const mutate = random(2) === 0 ? mutateText : rewriteQuery;
      let [file, query] = ["blog.png", sign("blog.png", unsigned)];
      if (random(10) === 0) file = mutateText(file, random);
      else if (random(2) === 0) query = mutate(query, random);
      else query = sign(file, mutate(unsigned, random)); // signed by somebody who does not encode as we do
      const expected = isReadableLinkValid(file, query);
      counts[`${expected}`]++;
      assert.equal(isAccepted(readReadableLink(file, query)), expected, JSON.stringify([file, query]));
    }
    assert.ok(Math.min(...Object.values(counts)) > 500, JSON.stringify(counts));
  });

  it("are accepted exactly when the documentation says so, in the short form", () => {
    const random = createRandom(6);
    const sign = (payload: string, extension = "png") =>
      `${payload}.${hmac(`placard-link-v2\n${payload}.${extension}`)}.${extension}`;
    const encodeJson = (text: string) => Buffer.from(text).toString("base64url");
    const counts = { true: 0, false: 0 };
    for (let i = 0; i < 5_000; i++) {
      const content: unknown[] = [kid, "blog", { title: "Café" }, { width: 800 }, 4_102_444_800];
      const json = JSON.stringify(content);
      let file = sign(encodeJson(json));
      const kind = random(4);
      if (kind === 0) file = mutateText(file, random);
      if (kind === 1) file = sign(encodeJson(mutateText(json, random)));
      if (kind === 2)
        file = sign(mutateText(encodeJson(json), random), ["png", "jpeg", "p.ng", ""][random(4)]);
      if (kind === 3) {
        content[random(6)] = jsonValues[random(jsonValues.length)];
        file = sign(encodeJson(JSON.stringify(content.slice(0, 2 + random(5)))));
      }
      const expected = isShortLinkValid(file);
      counts[`${expected}`]++;
      assert.equal(isAccepted(readShortLink(file)), expected, file);
    }
    assert.ok(Math.min(...Object.values(counts)) > 500, JSON.stringify(counts));
  });
});
