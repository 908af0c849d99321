import type { Request } from "express";

/** The bearer credential of a request (RFC 6750, clause 2.1), if it has one. */
export function bearerOf(req: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(req.headers.authorization ?? "")?.[1];
}
