import { createSecretKey, type KeyObject } from "node:crypto";
import jwt from "jsonwebtoken";
import { LRUCache } from "lru-cache";
import type { AccountOptions } from "./account-options.ts";
import type { Session } from "./session-store.ts";

/** The claims of a token that has been verified. */
interface Claims {
  sessionId: string;
  userId: string;
  /** Epoch seconds. */
  exp: number | undefined;
}

const audience = "placard";
const maxTokenLength = 2_048;
const maxCachedTokens = 10_000;

/** The tokens that name sessions: JWTs (RFC 7519), HS256. */
export function createSessionTokens({
  now,
  tokenSecrets,
  tokenIssuer: issuer,
}: Pick<AccountOptions, "now" | "tokenSecrets" | "tokenIssuer">) {
  // From a string, jsonwebtoken would create a KeyObject at every call: 50 times the time of the signature.
  const keys = tokenSecrets.map((secret) => createSecretKey(Buffer.from(secret)));
  // Whether the signature of a token is valid never changes. Whether its session exists is not cached.
  const verified = new LRUCache<string, Claims>({ max: maxCachedTokens });

  return {
    signToken({ id, user, createdAt, expiresAt }: Session): string {
      const toSeconds = (time: number) => Math.floor(time / 1000);
      const claims = { sid: id, iat: toSeconds(createdAt), exp: toSeconds(expiresAt) };
      return jwt.sign(claims, keys[0] as KeyObject, {
        algorithm: "HS256",
        issuer,
        audience,
        subject: user.id,
      });
    },

    /** The ids of the session and the user that a token names; undefined if it is invalid or has expired. */
    verifyToken(token: string): Pick<Claims, "sessionId" | "userId"> | undefined {
      if (token.length > maxTokenLength) return undefined;
      const clockTimestamp = Math.floor(now() / 1000);
      let claims = verified.get(token);
      if (!claims) {
        claims = verify(token, clockTimestamp);
        if (claims) verified.set(token, claims);
      }
      return claims?.exp !== undefined && claims.exp <= clockTimestamp ? undefined : claims;
    },
  };

  function verify(token: string, clockTimestamp: number): Claims | undefined {
    for (const key of keys) {
      try {
        const claims = jwt.verify(token, key, { algorithms: ["HS256"], issuer, audience, clockTimestamp });
        if (typeof claims === "string") continue;
        const { sid, sub, exp } = claims;
        if (typeof sid === "string" && sub !== undefined) return { sessionId: sid, userId: sub, exp };
      } catch {
        // signed with another secret, or invalid: the caller rejects both in the same way
      }
    }
    return undefined;
  }
}
