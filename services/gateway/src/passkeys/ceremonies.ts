import { CeremonyError, type Accounts, type SecurityEvents, type Session } from "@placard/accounts";
import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Response } from "express";
import Type from "typebox";
import type { Parameter } from "../docs/operation.ts";
import type { JsonRequest } from "../http/json-endpoint.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import type { CeremonyName, GatewayMetrics } from "../metrics/gateway-metrics.ts";
import { userField } from "../account/account-fields.ts";
import { timeField } from "../http/present.ts";

/** The dependencies of the endpoints that sign a user in: after a registration, a login or a recovery. */
export interface CeremonyDeps {
  accounts: Accounts;
  events: SecurityEvents;
  cookie: SessionCookie;
  metrics: GatewayMetrics;
  logger: Logger;
}

/** The members that the options of every ceremony have in the API description, with an example. */
export const optionFields = {
  challenge: Type.String({ description: "base64url", examples: ["sZ3v0dF8QmKq1wYt7uXn5A"] }),
  timeout: Type.Optional(Type.Integer({ description: "ms", examples: [60_000] })),
  hints: Type.Optional(
    Type.Array(Type.Enum(["security-key", "client-device", "hybrid"]), {
      description: "what browsers should offer first",
    }),
  ),
};

/** The schema of a credential in the options of a ceremony. */
export const credentialDescriptor = Type.Object({
  id: Type.String({ description: "base64url", examples: ["Zm9vYmFyYmF6cXV4MTIzNA"] }),
  type: Type.Literal("public-key"),
  transports: Type.Optional(Type.Array(Type.String())),
});

/** The members of a response that signs a user in, with an example. */
export const signedInFields = {
  user: userField,
  token: Type.Optional(
    Type.String({
      description: "the bearer token of the session, unless the response sets a cookie instead",
      examples: ["eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzaWQiOiLigKYifQ.c2lnbmF0dXJl"],
    }),
  ),
  expiresAt: timeField,
};

/** The header field of requests that choose where the token of the new session is. */
export const sessionParameters: readonly Parameter[] = [
  {
    in: "header",
    name: "Placard-Session",
    description:
      "`cookie` sets a cookie that scripts can't read, and leaves `token` out of the response. For pages of this service only",
    schema: Type.String({ enum: ["cookie"] }),
  },
];

/** The header field of responses that set the cookie. */
export const sessionHeaders = {
  "Set-Cookie": "the token of the session; only with `Placard-Session: cookie`",
};

/** The members of a response that signs in. Sets the cookie if the client uses one. */
export function signIn(session: Session, res: Response, { accounts, cookie }: CeremonyDeps) {
  const token = accounts.sessions.signToken(session);
  const { expiresAt } = session;
  if (!cookie.isRequested(res)) return { token, expiresAt };
  cookie.set(res, token, expiresAt);
  return { expiresAt };
}

/** The function of an endpoint. */
type Handle<Body, Data> = (request: JsonRequest<Body, unknown>) => Promise<Data>;

/** Wraps the function that finishes a ceremony: counts every result, and reports failures. */
export function finishing<Body, Data>(
  ceremony: CeremonyName,
  deps: CeremonyDeps,
  finish: Handle<Body, Data>,
): Handle<Body, Data> {
  return verifying(ceremony, deps, async (request) => {
    const data = await finish(request);
    deps.metrics.countCeremony(ceremony, "verified");
    return data;
  });
}

/**
 * Wraps a function that verifies a part of a ceremony: counts every failure, and logs it with its reason.
 * Clients get the same AppError, `authentication_failed`, for all reasons, with `message` instead of the
 * default one.
 */
export function verifying<Body, Data>(
  ceremony: CeremonyName,
  { metrics, logger, message }: CeremonyDeps & { message?: string },
  verify: Handle<Body, Data>,
): Handle<Body, Data> {
  return async (request) => {
    try {
      return await verify(request);
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      const { reason, userId } = failure;
      const { req, res } = request;
      const fields = { requestId: requestIdOf(res), ceremony, reason, userId, address: req.ip };
      logger.warn(fields, "ceremony failed");
      metrics.countCeremony(ceremony, reason);
      if (error instanceof AppError) throw error;
      throw new AppError("authentication_failed", message === undefined ? {} : { message });
    }
  };
}

/** The codes of verified registrations that cannot be carried out. */
const rejections: readonly string[] = [
  "signup_closed",
  "email_taken",
  "limit_reached",
  "forbidden",
  "passkey_not_permitted",
];

/** The reason for a ceremony's failure; undefined for other errors. */
function failureOf(error: unknown): { reason: string; userId?: string | undefined } | undefined {
  if (error instanceof CeremonyError) return error;
  const isRejection = error instanceof AppError && rejections.includes(error.code);
  return isRejection ? { reason: error.code } : undefined;
}
