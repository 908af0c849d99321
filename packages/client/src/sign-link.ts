import { linkParameters } from "./api.generated.ts";
import { normalizeBaseUrl } from "./base-url.ts";
import { PlacardError } from "./errors.ts";
import type { DataOf, TemplateName } from "./template-data.ts";
import type { ImageOptions, OutputFormat } from "./types.ts";

/** The content of a signed link, and the key that signs it. */
export interface SignLinkRequest<Name extends string = TemplateName> {
  /** The absolute URL of the Placard server, including the path that it is served under. */
  baseUrl: string;
  /** The signing key's id. */
  kid: string;
  /** The signing key's secret (`plks_…`). Keep it out of web pages: anyone who has it can sign any link. */
  secret: string;
  template: Name;
  format: OutputFormat;
  data: DataOf<Name>;
  options?: Omit<ImageOptions, "format" | "cache"> | undefined;
  /** When the link expires: a Date, ISO 8601, or Unix seconds. Default: never. */
  expiresAt?: Date | string | number | undefined;
  /**
   * `readable` has the data in its query. `short` has no `&`, so it is safe in HTML attributes. Its data may
   * contain lists and fields of any name. Default: `readable`.
   */
  form?: "readable" | "short" | undefined;
}

/**
 * Signs a link to an image with WebCrypto, without a request to the server. Placard renders the image when
 * the link is first opened. The same data, options, key and expiry give the same link.
 * @throws PlacardError `invalid_request` for a malformed expiry, kid or secret, and without WebCrypto, as on
 *   http pages. In the readable form, also for a list or a data field named as a parameter
 * @throws TypeError for an invalid base URL
 */
export async function signLink<Name extends TemplateName>(request: SignLinkRequest<Name>): Promise<string> {
  const { kid, secret, expiresAt, form = "readable" } = request;
  checkKey(kid, secret);
  const exp = expiresAt === undefined ? undefined : unixSeconds(expiresAt);
  const path = form === "short" ? await shortPath(request, exp) : await readablePath(request, exp);
  return `${normalizeBaseUrl(request.baseUrl)}/og/${path}`;
}

async function shortPath(
  { kid, secret, template, format, data, options = {} }: SignLinkRequest<string>,
  exp: number | undefined,
): Promise<string> {
  const given = givenOptions(options);
  const content = [kid, template, data, given, exp];
  const unused = exp !== undefined ? 0 : Object.keys(given).length > 0 ? 1 : 2;
  const json = JSON.stringify(content.slice(0, content.length - unused), (_name, value: unknown) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );
  const payload = base64url(new TextEncoder().encode(json));
  const signature = await hmacSha256(secret, `placard-link-v2\n${payload}.${format}`);
  return `s/${payload}.${base64url(signature)}.${format}`;
}

async function readablePath(
  { kid, secret, template, format, data, options = {} }: SignLinkRequest<string>,
  exp: number | undefined,
): Promise<string> {
  const given = givenOptions(options);
  const reservedName = Object.keys(data).find((name) => linkParameters.includes(name));
  if (reservedName !== undefined) {
    throw invalid(
      `Readable links can't have a data field named ${reservedName}: it is a link parameter. Sign a short link, or rename the field.`,
    );
  }
  const list = Object.entries(data).find(([, value]) => typeof value === "object");
  if (list) throw invalid(`Readable links can't contain lists. Sign a short link, or remove ${list[0]}.`);
  const parameters = { ...data, ...given, kid, exp };
  const query = canonicalQuery(parameters);
  const signature = await hmacSha256(secret, `placard-link-v1\n${template}.${format}\n${query}`);
  return `sign/${percentEncode(template)}.${format}?${query}&sig=${base64url(signature)}`;
}

/** The options with a value, sorted by name, so that the same request gives the same link. */
function givenOptions(options: NonNullable<SignLinkRequest["options"]>): Record<string, unknown> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(given.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Throws for values that the server would reject. Callers without types may pass unset variables. */
function checkKey(kid: string | undefined, secret: string | undefined): void {
  const id = "Set it to the ID of a signing key.";
  if (!kid) throw invalid(`kid is ${absence(kid)}. ${id}`);
  if (/^plks?_/.test(kid)) throw invalid(`kid is a secret, which a link must not contain. ${id}`);
  const hint = "the secret of a signing key, which starts with `plks_`";
  if (!secret) throw invalid(`secret is ${absence(secret)}. Set it to ${hint}.`);
  if (secret.startsWith("plk_")) throw invalid(`secret is an API key; use ${hint}.`);
}

function absence(value: string | undefined): string {
  return value === "" ? "empty" : String(value);
}

/** The defined parameters, sorted by name in code-unit order. This exact text is signed and sent. */
function canonicalQuery(parameters: Readonly<Record<string, unknown>>): string {
  return Object.keys(parameters)
    .filter((name) => parameters[name] !== undefined)
    .sort()
    .map((name) => `${percentEncode(name)}=${percentEncode(String(parameters[name]))}`)
    .join("&");
}

/** Encodes all but RFC 3986's unreserved characters. A lone surrogate becomes U+FFFD. */
function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function unixSeconds(time: Date | string | number): number {
  const seconds = typeof time === "number" ? time : Math.floor(new Date(time).getTime() / 1000);
  // The upper limit rejects milliseconds, which would make a link that practically never expires.
  if (Number.isInteger(seconds) && seconds > 0 && seconds < 1e11) return seconds;
  throw invalid("expiresAt must be a Date, an ISO 8601 time or an integer number of Unix seconds.");
}

async function hmacSha256(secret: string, text: string): Promise<Uint8Array> {
  const utf8 = new TextEncoder();
  try {
    const { subtle } = globalThis.crypto;
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const key = await subtle.importKey("raw", utf8.encode(secret), algorithm, false, ["sign"]);
    return new Uint8Array(await subtle.sign("HMAC", key, utf8.encode(text)));
  } catch (cause) {
    throw invalid("The link could not be signed: WebCrypto is unavailable. Use https or localhost.", cause);
  }
}

function base64url(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function invalid(message: string, cause?: unknown): PlacardError {
  return new PlacardError({ code: "invalid_request", message, cause });
}
