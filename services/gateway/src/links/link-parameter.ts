import type { AppError } from "@placard/contracts";
import type { Request } from "express";
import { invalidQuery } from "../http/query.ts";
import { readReadableLink } from "./readable-link.ts";
import { readShortLink } from "./short-link.ts";
import type { SignedLink } from "./signed-link.ts";

/** Reads the signed link in the query parameter `url`. Throws AppError `validation_failed`. */
export function readLinkParameter(parameters: Request["query"], publicUrl: string): SignedLink {
  const { url, ...others } = parameters;
  if (typeof url !== "string" || url === "")
    throw invalidUrl("is required: the signed link, percent-encoded");
  if (Object.keys(others).length > 0)
    throw invalidUrl("must be percent-encoded, so that its `&` does not end it: use encodeURIComponent");
  const link = readLink(url, publicUrl);
  if (!link)
    throw invalidUrl(
      `must be a signed link: ${publicUrl}/og/sign/<template>.<format>?… or ${publicUrl}/og/s/<payload>.<signature>.<format>`,
    );
  return link;
}

function readLink(url: string, publicUrl: string): SignedLink | undefined {
  if (!URL.canParse(url, publicUrl)) return undefined;
  const [, form, segment = ""] = /\/og\/(sign|s)\/([^/]+)$/.exec(new URL(url, publicUrl).pathname) ?? [];
  if (form === undefined) return undefined;
  if (form === "s") return readShortLink(segment);
  try {
    return readReadableLink(decodeURIComponent(segment), queryOf(url));
  } catch {
    return undefined; // not percent-encoded UTF-8
  }
}

/** The raw query, without the fragment. */
function queryOf(url: string): string {
  return /\?([^#]*)/.exec(url)?.[1] ?? "";
}

function invalidUrl(message: string): AppError {
  return invalidQuery([{ path: "/url", message }]);
}
