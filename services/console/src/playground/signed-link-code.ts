import { signingFunction } from "./site-code.ts";

/** What the code of a signed link contains. */
export interface SignedLinkCard {
  /** The URL of the server, without a trailing slash. */
  baseUrl: string;
  /** `<template>.<format>` */
  file: string;
  /** Data fields and options. */
  parameters: Readonly<Record<string, string>>;
  /** The meta tags before and after the one with the URL of the image. */
  tagsBefore: readonly string[];
  tagsAfter: readonly string[];
}

/** The languages of the code, in their order. */
export const signedLinkLanguages = {
  javascript: "JavaScript",
  python: "Python",
  php: "PHP",
  go: "Go",
  shell: "Shell",
} as const;

export type SignedLinkLanguage = keyof typeof signedLinkLanguages;

/**
 * Code that signs the link to a card and prints the meta tags of its page. It reads the signing key from the
 * environment: PLACARD_KEY_ID and PLACARD_SECRET.
 */
export function signedLinkCode(language: SignedLinkLanguage, card: SignedLinkCard): string {
  return generators[language]({ ...card, parameters: sortByName(card.parameters) }).join("\n");
}

const generators: Record<SignedLinkLanguage, (card: SignedLinkCard) => string[]> = {
  javascript: ({ baseUrl, file, parameters, tagsBefore, tagsAfter }) => [
    'import { createHmac } from "node:crypto";',
    "",
    ...signingFunction.split("\n"),
    "const { PLACARD_KEY_ID, PLACARD_SECRET } = process.env;",
    `const link = placardLink(PLACARD_SECRET, ${quote(file)}, {`,
    "  kid: PLACARD_KEY_ID,",
    ...Object.entries(parameters).map(([name, value]) => `  ${name}: ${quote(value)},`),
    "});",
    `const url = \`${baseUrl}\${link}\`;`,
    "",
    ...tagsBefore.map((tag) => `console.log(${quote(tag)});`),
    'console.log(`<meta property="og:image" content="${url.replaceAll("&", "&amp;")}" />`);',
    ...tagsAfter.map((tag) => `console.log(${quote(tag)});`),
  ],

  python: ({ baseUrl, file, parameters, tagsBefore, tagsAfter }) => [
    "import base64, hashlib, hmac, os",
    "from urllib.parse import quote",
    "",
    `file = ${quote(file)}`,
    "parameters = {",
    '    "kid": os.environ["PLACARD_KEY_ID"],',
    ...Object.entries(parameters).map(([name, value]) => `    ${quote(name)}: ${quote(value)},`),
    "}",
    "query = \"&\".join(f\"{quote(k, safe='')}={quote(v, safe='')}\" for k, v in sorted(parameters.items()))",
    'canonical = f"placard-link-v1\\n{file}\\n{query}"',
    'mac = hmac.new(os.environ["PLACARD_SECRET"].encode(), canonical.encode(), hashlib.sha256).digest()',
    'signature = base64.urlsafe_b64encode(mac).decode().rstrip("=")',
    `url = f"${baseUrl}/og/sign/{file}?{query}&sig={signature}"`,
    "",
    ...tagsBefore.map((tag) => `print(${quote(tag)})`),
    'print(\'<meta property="og:image" content="\' + url.replace("&", "&amp;") + \'" />\')',
    ...tagsAfter.map((tag) => `print(${quote(tag)})`),
  ],

  php: ({ baseUrl, file, parameters, tagsBefore, tagsAfter }) => [
    "<?php",
    `$file = ${quotePhp(file)};`,
    "$parameters = [",
    "    'kid' => getenv('PLACARD_KEY_ID'),",
    ...Object.entries(parameters).map(([name, value]) => `    ${quotePhp(name)} => ${quotePhp(value)},`),
    "];",
    "ksort($parameters, SORT_STRING);",
    "$query = http_build_query($parameters, '', '&', PHP_QUERY_RFC3986);",
    "$mac = hash_hmac('sha256', \"placard-link-v1\\n$file\\n$query\", getenv('PLACARD_SECRET'), true);",
    "$signature = rtrim(strtr(base64_encode($mac), '+/', '-_'), '=');",
    `$url = ${quotePhp(baseUrl)} . "/og/sign/$file?$query&sig=$signature";`,
    "",
    ...tagsBefore.map((tag) => `echo ${quotePhp(tag)}, "\\n";`),
    'echo \'<meta property="og:image" content="\', htmlspecialchars($url), \'" />\', "\\n";',
    ...tagsAfter.map((tag) => `echo ${quotePhp(tag)}, "\\n";`),
  ],

  go: ({ baseUrl, file, parameters, tagsBefore, tagsAfter }) => [
    "package main",
    "",
    "import (",
    ...["crypto/hmac", "crypto/sha256", "encoding/base64", "fmt", "net/url", "os", "strings"].map(
      (name) => `\t"${name}"`,
    ),
    ")",
    "",
    "func main() {",
    `\tfile := ${quote(file)}`,
    "\tparameters := url.Values{",
    '\t\t"kid": {os.Getenv("PLACARD_KEY_ID")},',
    ...Object.entries(parameters).map(([name, value]) => `\t\t${quote(name)}: {${quote(value)}},`),
    "\t}",
    '\tquery := strings.ReplaceAll(parameters.Encode(), "+", "%20") // Encode sorts by name',
    '\tmac := hmac.New(sha256.New, []byte(os.Getenv("PLACARD_SECRET")))',
    '\tmac.Write([]byte("placard-link-v1\\n" + file + "\\n" + query))',
    "\tsignature := base64.RawURLEncoding.EncodeToString(mac.Sum(nil))",
    `\tlink := ${quote(`${baseUrl}/og/sign/`)} + file + "?" + query + "&sig=" + signature`,
    "",
    ...tagsBefore.map((tag) => `\tfmt.Println(${quote(tag)})`),
    '\tfmt.Printf("<meta property=\\"og:image\\" content=\\"%s\\" />\\n", strings.ReplaceAll(link, "&", "&amp;"))',
    ...tagsAfter.map((tag) => `\tfmt.Println(${quote(tag)})`),
    "}",
  ],

  // The values are already percent-encoded, because sh has no function for it. The key ID needs no encoding.
  shell: ({ baseUrl, file, parameters, tagsBefore, tagsAfter }) => [
    `file=${file}`,
    `query="${Object.entries({ ...parameters, kid: "" })
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => (name === "kid" ? "kid=$PLACARD_KEY_ID" : `${encode(name)}=${encode(value)}`))
      .join("&")}"`,
    'signature=$(printf \'placard-link-v1\\n%s\\n%s\' "$file" "$query" |',
    "  openssl dgst -sha256 -hmac \"$PLACARD_SECRET\" -binary | openssl base64 -A | tr '+/' '-_' | tr -d '=')",
    `url="${baseUrl}/og/sign/$file?$query&sig=$signature"`,
    "",
    "cat <<'HTML'",
    ...tagsBefore,
    "HTML",
    'printf \'<meta property="og:image" content="%s" />\\n\' "$(printf %s "$url" | sed \'s/&/\\&amp;/g\')"',
    "cat <<'HTML'",
    ...tagsAfter,
    "HTML",
  ],
};

/** A string literal of JavaScript, Python and Go. */
function quote(text: string) {
  return JSON.stringify(text);
}

function quotePhp(text: string) {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** Encodes all characters except the unreserved ones of RFC 3986. */
function encode(text: string) {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** In code-unit order. */
function sortByName(parameters: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
