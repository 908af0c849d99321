import type { ErrorCode } from "@placard/contracts";
import type { Response } from "express";
import type { FallbackReason } from "../links/fallback-reasons.ts";

/** What the log line of a request says about it beside its path, status and duration. */
export interface RequestLogFields {
  /** The account that the request acts for. */
  accountId?: string;
  /** The API key or signing key. */
  keyId?: string;
  sessionId?: string;
  /** The image that was requested, whether or not it was rendered. */
  imageId?: string;
  siteId?: string;
  /** The result of reading the page of a site. */
  page?: string;
  /** The images of a batch. */
  imageIds?: readonly string[];
  /** Why a link got a fallback image. */
  fallbackReason?: FallbackReason;
  /** The error that was sent. */
  errorCode?: ErrorCode;
  /** The distinct errors of a batch's requests. */
  errorCodes?: readonly ErrorCode[];
}

/** Adds fields to the log line of a response's request. IDs must have the form of Placard's IDs. */
export function addLogFields(res: Response, fields: RequestLogFields): void {
  Object.assign((res.locals["logFields"] ??= {}), fields);
}

/** The fields that every log line of a request has. */
interface CommonLogFields {
  requestId: string;
  method: string;
  path: string;
  status: number | "aborted";
  /** The duration. */
  ms: number;
  /** The client's. */
  address: string | undefined;
}

/**
 * The common fields of a log line and those that have been added, as JSON without the braces. Request IDs and methods contain no
 * characters that JSON escapes.
 */
export function formatLogFields(res: Response, common: CommonLogFields): string {
  const { requestId, method, path, status, ms, address } = common;
  const statusJson = typeof status === "number" ? status : `"${status}"`;
  let json = `"requestId":"${requestId}","method":"${method}","path":${JSON.stringify(path)},"status":${statusJson},"ms":${ms}`;
  if (address !== undefined) json += `,"address":${JSON.stringify(address)}`;
  for (const [name, value] of Object.entries(res.locals["logFields"] ?? {}))
    if (value !== undefined) json += `,"${name}":${JSON.stringify(value)}`;
  return json;
}

/** Logs the request at level `debug` if it succeeds: static files and probes would hide other requests. */
export function logAtDebugLevel(res: Response): void {
  res.locals["isLoggedAtDebugLevel"] = true;
}

/** The level of the log line of a finished request. */
export function logLevelOf(res: Response): "debug" | "info" {
  return res.locals["isLoggedAtDebugLevel"] === true && res.statusCode < 400 ? "debug" : "info";
}
