import type { Request } from "express";

/** Whether a request prefers an answer at once over one with a result (RFC 7240, clause 4.1). */
export function prefersAsync(req: Request): boolean {
  const said = String(req.headers["prefer"] ?? "").replace(/"(?:[^"\\]|\\.)*"/g, '""'); // a quoted text may hold a comma
  return said.split(",").some((preference) => /^\s*respond-async\s*(?:=\s*"")?\s*(?:;|$)/i.test(preference));
}
