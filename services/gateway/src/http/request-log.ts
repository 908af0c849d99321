import type { ErrorCode } from "@placard/contracts";
import type { Response } from "express";
import type { FallbackReason } from "../links/fallback-reasons.ts";

/** What the log line of a request contains in addition to its path, status and duration. */
export interface RequestLogFields {
  /** The account that the request acts for. */
  accountId?: string;
  /** The API key or signing key. */
  keyId?: string;
  sessionId?: string;
  /** The image that was requested, whether or not it was rendered. */
  imageId?: string;
  siteId?: string;
  /** The tool of the MCP server that was called. */
  tool?: string;
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

/** Adds fields to the log line of a response's request. */
export function addLogFields(res: Response, fields: RequestLogFields): void {
  Object.assign((res.locals["logFields"] ??= {}), fields);
}

/** The fields that have been added to the log line of a response's request. */
export function logFieldsOf(res: Response): RequestLogFields {
  return (res.locals["logFields"] as RequestLogFields | undefined) ?? {};
}

/** Logs the request at level `debug` unless it fails: static files and probes would hide other requests. */
export function logAtDebugLevel(res: Response): void {
  res.locals["isLoggedAtDebugLevel"] = true;
}

/** The level of the log line of a finished request. */
export function logLevelOf(res: Response): "debug" | "info" {
  return res.locals["isLoggedAtDebugLevel"] === true && res.statusCode < 500 ? "debug" : "info";
}
