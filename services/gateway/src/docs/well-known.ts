import { sendJson } from "../http/envelope.ts";
import { access } from "../http/access.ts";
import { route, type Route } from "../http/route.ts";

/**
 * The documents about passkeys at well-known URIs (RFC 8615). Browsers and password managers fetch them from
 * the root of the RP ID's host. If PUBLIC_URL has a path, another server owns that root, and there are none
 * here.
 */
export function wellKnownRoutes(publicUrl: string, origins: readonly string[]): Route[] {
  if (new URL(publicUrl).pathname !== "/") return [];
  const passkeys = `${publicUrl}/#/passkeys`;
  const documents = {
    // A Well-Known URL for Relying Party Passkey Endpoints (W3C), clause 3: where to add and to manage
    // passkeys.
    "passkey-endpoints": { enroll: passkeys, manage: passkeys },
    // WebAuthn level 3, clause 5.11.1: the origins that may use the RP ID although it is not a suffix of
    // their host.
    ...(origins.length > 1 && { webauthn: { origins } }),
  };
  return Object.entries(documents).map(([name, document]) =>
    route("get", `/.well-known/${name}`, access.public, {
      operation: "page",
      handler(_req, res) {
        res.setHeader("Cache-Control", "public, max-age=3600");
        res.setHeader("X-Content-Type-Options", "nosniff");
        sendJson(res, 200, document);
      },
    }),
  );
}
