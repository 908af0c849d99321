import {
  canonicalLink,
  formatOfExtension,
  linkExpiry,
  linkRequest,
  parseLinkQuery,
} from "@placard/contracts";
import { listLinkProblems } from "./link-problems.ts";
import type { SignedLink } from "./signed-link.ts";

/** The query of a URL as it was sent, without the fragment. */
export function rawQueryOf(url: string): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? "";
}

/** Reads a link of the form `/og/sign/<file>?<query>`, from its decoded file and its raw query. */
export function readReadableLink(file: string, rawQuery: string): SignedLink {
  const dot = file.lastIndexOf(".");
  const extension = file.slice(dot + 1);
  const template = dot === -1 ? file : file.slice(0, dot);
  const parsed = parseLinkQuery(rawQuery);
  const { query } = parsed;
  return {
    template,
    extension,
    format: dot === -1 ? undefined : formatOfExtension(extension),
    kid: query.get("kid") ?? "",
    expiresAt: linkExpiry(query),
    brand: query.get("brand"),
    signedText: canonicalLink(file, query),
    signature: query.get("sig") ?? "",
    listProblems: (now) => listLinkProblems(parsed, now),
    toBody: (format) => linkRequest(template, format, query),
  };
}
