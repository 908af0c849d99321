import { formatOfExtension, parseLinkQuery, type AppError } from "@placard/contracts";
import type { Request } from "express";
import { invalidQuery } from "../http/invalid-query.ts";

/** The parts of a signed link. */
export interface SignedLink {
  /** `<template>.<extension>` */
  file: string;
  template: string;
  /** Undefined if the extension is not that of a format. */
  format: ReturnType<typeof formatOfExtension>;
  parsed: ReturnType<typeof parseLinkQuery>;
}

/** Reads the signed link in the query parameter `url`. Throws AppError `validation_failed`. */
export function readLinkParameter(parameters: Request["query"], publicUrl: string): SignedLink {
  const { url, ...others } = parameters;
  if (typeof url !== "string" || url === "")
    throw invalidUrl("is required: the signed link, percent-encoded");
  if (Object.keys(others).length > 0)
    throw invalidUrl("must be percent-encoded, so that its `&` does not end it: use encodeURIComponent");
  const file = fileOf(url, publicUrl);
  if (file === undefined)
    throw invalidUrl(`must be a signed link: ${publicUrl}/og/sign/<template>.<format>?…`);
  const dot = file.lastIndexOf(".");
  return {
    file,
    template: dot === -1 ? file : file.slice(0, dot),
    format: dot === -1 ? undefined : formatOfExtension(file.slice(dot + 1)),
    parsed: parseLinkQuery(queryOf(url)),
  };
}

/** The decoded last segment of the link's path. */
function fileOf(url: string, publicUrl: string): string | undefined {
  if (!URL.canParse(url, publicUrl)) return undefined;
  const [, segment] = /\/og\/sign\/([^/]+)$/.exec(new URL(url, publicUrl).pathname) ?? [];
  try {
    return segment === undefined ? undefined : decodeURIComponent(segment);
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
