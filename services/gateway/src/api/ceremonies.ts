import {
  CeremonyError,
  type LoginCredential,
  type PasskeyCeremonies,
  type RegistrationCredential,
  type Session,
  type Sessions,
} from "@placard/accounts";
import { AppError, compileValidator } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import type { Static } from "typebox";
import { sendData } from "../http/envelope.ts";
import { findSession } from "../http/authenticate.ts";
import type { GatewayMetrics } from "../metrics/gateway-metrics.ts";
import { validBody, jsonBody } from "../http/json-body.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Operation } from "../docs/operation.ts";
import { isoTime, normaliseEmail, withNormalName } from "./account-fields.ts";
import { bodies, ceremonyOperations, type ceremonyAnswers } from "./ceremony-operations.ts";
import type { Middleware, PathParameters, Routes } from "../http/route.ts";

interface Deps {
  passkeys: PasskeyCeremonies;
  sessions: Sessions;
  /** Limits requests by address. */
  limit: Middleware;
  countCeremony: GatewayMetrics["countCeremony"];
  logger: Logger;
}

type Answers = { [Name in keyof typeof ceremonyAnswers]: Static<(typeof ceremonyAnswers)[Name]> };

const registerStart = compileValidator(bodies.registerStart);
const registerFinish = compileValidator(bodies.registerFinish);
const loginStart = compileValidator(bodies.loginStart);
const loginFinish = compileValidator(bodies.loginFinish);

/** The passkey ceremonies. Every outcome leaves a line in the log and is counted; a refusal's cause is there alone. */
export function ceremonyRoutes({ passkeys, sessions, limit, countCeremony, logger }: Deps): Routes {
  /** Runs a finish: its refusals are logged with their cause, and all told alike. */
  function finish(ceremony: string, run: RequestHandler<PathParameters>): RequestHandler<PathParameters> {
    return async (req, res, next) => {
      try {
        await run(req, res, next);
        countCeremony(ceremony, "verified");
      } catch (error) {
        const told = causeOf(error);
        if (!told) throw error;
        logger.warn({ requestId: requestIdOf(res), ceremony, ...told, address: req.ip }, "ceremony refused");
        countCeremony(ceremony, told.cause);
        throw error instanceof AppError ? error : new AppError("authentication_failed");
      }
    };
  }

  const tokenOf = (session: Session) => ({
    token: sessions.signToken(session),
    expiresAt: isoTime(session.expiresAt),
  });

  const startRegistration: RequestHandler<PathParameters> = async (req, res) => {
    const { email, name } = validBody(registerStart, withNormalName(req.body));
    const session = await findSession(req, sessions);
    const options = await passkeys.startRegistration({ email: normaliseEmail(email), name, session });
    sendData<Answers["creation"]>(res, { options });
  };

  const finishRegistration = finish("registration", async (req, res) => {
    const body = validBody(registerFinish, req.body);
    const credential = body.credential as RegistrationCredential;
    const session = await findSession(req, sessions);
    const email = normaliseEmail(body.email);
    const made = await passkeys.finishRegistration({ email, credential, session });
    const { user, passkey } = made;
    const line = { requestId: requestIdOf(res), userId: user.id, passkeyId: passkey.id };
    logger.info(line, made.session ? "passkey added" : "account registered");
    const token = tokenOf(made.session ?? (await sessions.createSession(user)));
    sendData<Answers["registered"]>(res, { verified: true, user, ...token });
  });

  const startLogin: RequestHandler<PathParameters> = async (req, res) => {
    const { email } = validBody(loginStart, req.body);
    const named = email === undefined ? {} : { email: normaliseEmail(email) };
    sendData<Answers["request"]>(res, { options: await passkeys.startLogin(named) });
  };

  const finishLogin = finish("login", async (req, res) => {
    const body = validBody(loginFinish, req.body);
    const credential = body.credential as LoginCredential;
    const email = body.email === undefined ? undefined : normaliseEmail(body.email);
    const { user, passkey } = await passkeys.finishLogin({ email, credential });
    const session = await sessions.createSession(user);
    const line = {
      requestId: requestIdOf(res),
      userId: user.id,
      passkeyId: passkey.id,
      sessionId: session.id,
    };
    logger.info(line, "signed in");
    sendData<Answers["signedIn"]>(res, { user, ...tokenOf(session) });
  });

  const post = (about: Operation, handler: RequestHandler<PathParameters>) => ({
    post: { about, handlers: [limit, jsonBody(), handler] as const },
  });
  return {
    "/api/v1/auth/register/start": post(ceremonyOperations.registerStart, startRegistration),
    "/api/v1/auth/register/finish": post(ceremonyOperations.registerFinish, finishRegistration),
    "/api/v1/auth/login/start": post(ceremonyOperations.loginStart, startLogin),
    "/api/v1/auth/login/finish": post(ceremonyOperations.loginFinish, finishLogin),
  };
}

/** What the log is told of a refusal; nothing of any other failure. */
function causeOf(error: unknown): { cause: string; userId?: string | undefined } | undefined {
  if (error instanceof CeremonyError) return { cause: error.reason, userId: error.userId };
  return error instanceof AppError && error.code === "email_taken" ? { cause: error.code } : undefined;
}
