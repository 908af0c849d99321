import { isApiKey } from "@placard/accounts";
import { AppError } from "@placard/contracts";
import type { Request } from "express";

/** The credential of a request, by its form. It has not been looked up. */
export interface PresentedCredential {
  kind: "apiKey" | "session";
  token: string;
}

/** The credentials that a route accepts. */
type Accepted = "apiKey" | "session" | "sessionOrApiKey";

const nounOf = {
  apiKey: "an API key",
  session: "the token of a session",
  sessionOrApiKey: "an API key or the token of a session",
} as const satisfies Record<Accepted, string>;

const exampleOf = (accepted: Accepted) =>
  `\`Authorization: Bearer ${accepted === "session" ? "<session token>" : "plk_…"}\``;

/**
 * Reads the bearer token of a request (RFC 6750, clause 2.1). Throws AppError `unauthorized` with a message
 * that says what is wrong with the form of the header or the token. It looks up no key and no session:
 * unknown, revoked and expired ones must get the same message.
 */
export function readCredential(req: Pick<Request, "headers">, accepted: Accepted): PresentedCredential {
  const token = readToken(req, accepted);
  if (token.startsWith("plks_"))
    throw unauthorized(
      `This is the secret of a signing key, which signs links and is never sent. Send ${nounOf[accepted]}.`,
    );
  if (token.startsWith("plk_")) {
    if (accepted === "session")
      throw unauthorized(
        "This request needs a session, not an API key. Sign in, and send the token of the session.",
      );
    if (!isApiKey(token))
      throw unauthorized(
        "Mistyped API key: a character is missing or wrong, so its checksum does not match. Copy the whole key again: `plk_` and 36 letters and digits.",
      );
    return { kind: "apiKey", token };
  }
  if (accepted === "apiKey") {
    throw unauthorized(
      isJwt(token)
        ? "This request needs an API key, not the token of a session. Create an API key in the console, and send it instead."
        : "The credential is not an API key. Send an API key, which starts with `plk_`, as `Authorization: Bearer plk_…`.",
    );
  }
  if (!isJwt(token))
    throw unauthorized(
      `The credential has an unknown form. Send ${nounOf[accepted]} as ${exampleOf(accepted)}, without quotation marks.`,
    );
  return { kind: "session", token };
}

/** The bearer token of a request, if it has one. */
export function findBearerToken({ headers }: Pick<Request, "headers">): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** The AppError for an API key that is well-formed but not valid, whatever the reason. */
export function invalidApiKey(): AppError {
  return unauthorized(
    "Unknown, expired or revoked API key, or its account is disabled. Create a key in the console, and send it instead.",
  );
}

/** The AppError for the token of a session that is not valid, whatever the reason. */
export function invalidSession(): AppError {
  return unauthorized("Invalid, expired or revoked session. Sign in again.");
}

function readToken(req: Pick<Request, "headers">, accepted: Accepted): string {
  const token = findBearerToken(req);
  if (token !== undefined) return token;
  const { authorization, "x-api-key": otherKey } = req.headers;
  if (/^Bearer\s*$/i.test(authorization ?? ""))
    throw unauthorized(
      `The credential in the \`Authorization\` header is empty. Send ${nounOf[accepted]} as ${exampleOf(accepted)}.`,
    );
  if (authorization)
    throw unauthorized(`Invalid \`Authorization\` header. Send one credential as ${exampleOf(accepted)}.`);
  throw unauthorized(
    otherKey === undefined
      ? `Missing \`Authorization\` header. Send ${nounOf[accepted]} as ${exampleOf(accepted)}.`
      : `The header \`X-API-Key\` is not supported. Send the credential as ${exampleOf(accepted)}.`,
  );
}

/** Whether a token has the form of a JWT (RFC 7519), which a session has. */
function isJwt(token: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(token);
}

function unauthorized(message: string): AppError {
  return new AppError("unauthorized", { message });
}
