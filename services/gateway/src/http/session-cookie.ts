import { AppError } from "@placard/contracts";
import type { GatewaySettings } from "@placard/runtime";
import type { CookieOptions, Request, Response } from "express";

/** The cookie that carries the token of a session in the console. Scripts can't read it. */
export interface SessionCookie {
  /**
   * The session token of a request without an `Authorization` header; undefined if it has no cookie. Caches
   * must not store the response then. Throws AppError `forbidden` if a page of another origin may have sent
   * the request.
   */
  readonly read: (req: Request, res: Response) => string | undefined;
  /** `expiresAt` in epoch ms. */
  readonly set: (res: Response, token: string, expiresAt: number) => void;
  /** Deletes the cookie, if it has authenticated the request. */
  readonly clear: (res: Response) => void;
  /** Whether a response that signs in sets the cookie instead of returning the token. */
  readonly isRequested: (res: Response) => boolean;
}

/** Methods that change nothing (RFC 9110, clause 9.2.1). */
const safeMethods: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Without https, browsers refuse the prefix `__Host-` and, except on localhost, the attribute `Secure`. */
export function createSessionCookie({
  PUBLIC_URL,
  ORIGINS,
}: Pick<GatewaySettings, "PUBLIC_URL" | "ORIGINS">): SessionCookie {
  const secure = PUBLIC_URL.startsWith("https:");
  const name = secure ? "__Host-placard-session" : "placard-session";
  const pattern = new RegExp(`(?:^|;) *${name}=([^; ]+)`);
  const attributes: CookieOptions = { httpOnly: true, secure, sameSite: "strict", path: "/" };
  const hasCookie = (res: Response) => res.locals["hasSessionCookie"] === true;

  /** Fetch Metadata, if the browser sends it, and `Origin`. A request that may change data needs one. */
  function isSameOrigin({ method, headers }: Request): boolean {
    const { origin, "sec-fetch-site": site } = headers;
    const isSafe = safeMethods.has(method);
    if (origin !== undefined && !ORIGINS.includes(origin)) return false;
    if (site === undefined) return isSafe || origin !== undefined;
    return site === "same-origin" || (isSafe && site === "none");
  }

  return {
    read(req, res) {
      if (req.headers.authorization !== undefined) return undefined;
      const token = pattern.exec(req.headers.cookie ?? "")?.[1];
      if (token === undefined) return undefined;
      if (!isSameOrigin(req))
        throw new AppError("forbidden", {
          message:
            "The session cookie is accepted only from pages of this service. Send the token of a session as `Authorization: Bearer <session token>`.",
        });
      res.locals["hasSessionCookie"] = true;
      res.setHeader("Cache-Control", "no-store");
      return token;
    },
    set(res, token, expiresAt) {
      res.cookie(name, token, { ...attributes, expires: new Date(expiresAt) });
    },
    clear(res) {
      if (hasCookie(res)) res.clearCookie(name, attributes);
    },
    // A script that may use a cookie must not get its token by adding a passkey.
    isRequested: (res) => hasCookie(res) || res.req.headers["placard-session"] === "cookie",
  };
}
