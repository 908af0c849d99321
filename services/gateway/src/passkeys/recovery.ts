import { registrationCredentialSchema, type RegistrationCredential } from "@placard/accounts";
import { AppError, exactObject } from "@placard/contracts";
import Type from "typebox";
import { sessionOf } from "../http/caller.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { actorOf, emailField, normalizeEmail } from "../account/account-fields.ts";
import {
  verifying,
  finishing,
  sessionHeaders,
  sessionParameters,
  signIn,
  type CeremonyDeps,
} from "./ceremonies.ts";
import { creationOptions, registered } from "./registration.ts";
import { jsonResponse } from "../docs/operation.ts";
import type { Platform } from "../platform.ts";

const codeExample = "K7QZ-3MXA-WD5T-R2HN";
const startBody = exactObject(
  {
    email: emailField,
    code: Type.String({
      maxLength: 64,
      description: "case, hyphens and spaces make no difference",
      examples: [codeExample],
    }),
  },
  { title: "RecoveryStart" },
);
const finishBody = exactObject(
  { email: emailField, credential: registrationCredentialSchema },
  { title: "RecoveryFinish" },
);
const started = exactObject({ options: creationOptions });
const createdCodes = exactObject(
  { codes: Type.Array(Type.String({ pattern: "^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$", examples: [codeExample] })) },
  { title: "CreatedRecoveryCodes" },
);

const wrongCode = "The email address or the recovery code is wrong. Check both, and use a code only once.";

/** The endpoints of recovery codes, and of the recovery of an account with one. */
export function recoveryEndpoints({ now }: Pick<Platform, "now">, deps: CeremonyDeps) {
  const { ceremonies, recoveryCodes, sessions } = deps.accounts;
  const createCodes = jsonEndpoint({
    id: "createRecoveryCodes",
    summary: "Create recovery codes",
    description:
      "Returns ten codes and revokes all older ones. If you lose all passkeys, a code permits you to add a new one. Each code works once.",
    responses: { 201: jsonResponse("The codes, which are shown only in this response", createdCodes) },
    async handle({ owner, res }) {
      const codes = await recoveryCodes.createCodes(owner, {
        passkeyId: sessionOf(res).passkeyId,
        at: now(),
      });
      if (!codes) throw new AppError("unauthorized"); // the account or the passkey has been deleted
      await deps.events.recordEvent({ ...actorOf(res), type: "recovery_codes_created", count: codes.length });
      return { codes };
    },
  });

  const start = jsonEndpoint({
    id: "startRecovery",
    summary: "Start recovery",
    description:
      "Returns the options for `navigator.credentials.create`. The code is one of the account's recovery codes, or one that the operator issued. It is not used up yet. If the email address or the code is wrong, the response is the same 401.",
    body: startBody,
    responses: {
      200: jsonResponse(
        "The options. Their challenge is valid once, for 65 s, and only for a recovery.",
        started,
      ),
    },
    errors: ["authentication_failed", "forbidden"],
    handle: verifying("recovery", { ...deps, message: wrongCode }, async ({ body }) => {
      const { email, code } = body;
      const options = await ceremonies.startRecovery({ email: normalizeEmail(email), code });
      return { options };
    }),
  });

  const finish = jsonEndpoint({
    id: "finishRecovery",
    summary: "Finish recovery",
    description:
      "Uses up the code, adds the passkey to the account, revokes all of its sessions, and signs in. If the account has the maximum number of passkeys, the one that was used longest ago is deleted. If verification fails, the response is the same 401 for all reasons. If the account is disabled, the response is 403.",
    parameters: sessionParameters,
    body: finishBody,
    responses: { 200: jsonResponse("The account and a session", registered, sessionHeaders) },
    errors: ["authentication_failed", "forbidden", "passkey_not_permitted"],
    handle: finishing("recovery", deps, async ({ body, req, res }) => {
      const { user, passkey, revokedSessions, deletedPasskeyId } = await ceremonies.finishRecovery({
        email: normalizeEmail(body.email),
        credential: body.credential as RegistrationCredential,
        userAgent: req.headers["user-agent"],
      });
      await deps.events.recordEvent({
        ...actorOf(res),
        accountId: user.id,
        type: "account_recovered",
        passkeyId: passkey.id,
        count: revokedSessions,
        ...(deletedPasskeyId !== undefined && { deletedPasskeyId }),
      });
      const { session } = await sessions.createSession(user, passkey.id, actorOf(res));
      return { verified: true as const, user, ...signIn(session, res, deps) };
    }),
  });

  return { createCodes, start, finish };
}
