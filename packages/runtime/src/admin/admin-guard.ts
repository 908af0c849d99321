import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isLoopback } from "./admin-settings.ts";

/** Why a request is not answered. */
export interface Refusal {
  status: 401 | 421;
  message: string;
  headers: Readonly<Record<string, string | string[]>>;
}

const challenges = ['Bearer realm="Placard admin"', 'Basic realm="Placard admin", charset="UTF-8"'];

/**
 * Decides who may use the admin listener. With a token, whoever bears it (RFC 6750), or sends it as the password of any
 * user (RFC 7617), as browsers do. Without one, whoever is on this machine and means it: a page on the web can have its
 * own name point to 127.0.0.1 and read what a browser gets from there, but not under a name of this machine.
 */
export function createAdminGuard(token: string | undefined): (req: IncomingMessage) => Refusal | undefined {
  if (token === undefined) return refuseForeignName;
  const expected = digest(token);
  return (req) => {
    const sent = credentialOf(req.headers.authorization ?? "");
    if (sent !== undefined && timingSafeEqual(digest(sent), expected)) return undefined;
    return {
      status: 401,
      message: "Send ADMIN_TOKEN as a bearer token, or as the password of any user.",
      headers: { "WWW-Authenticate": challenges },
    };
  };
}

function refuseForeignName({ headers }: IncomingMessage): Refusal | undefined {
  const url = `http://${headers.host}`;
  const name = URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, "") : "";
  if (isLoopback(name)) return undefined;
  const message = "Without ADMIN_TOKEN, only localhost and loopback addresses are answered by name.";
  return { status: 421, message, headers: {} };
}

function credentialOf(authorization: string): string | undefined {
  const [, scheme = "", value = ""] = /^(Bearer|Basic) +(\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() !== "basic") return value || undefined;
  return /^[^:]*:([^]*)$/.exec(Buffer.from(value, "base64").toString())?.[1];
}

/** All of one length, as timingSafeEqual wants it, whatever is sent. */
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
