import { loginCredentialSchema, type LoginCredential } from "@placard/accounts";
import { exactObject } from "@placard/contracts";
import Type from "typebox";
import { sessionOf } from "../http/caller.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { emailField, normalizeEmail, actorOf } from "../account/account-fields.ts";
import { timeField } from "../http/present.ts";
import { finishing, type CeremonyDeps } from "./ceremonies.ts";
import { requestOptions } from "./login.ts";
import { jsonResponse } from "../docs/operation.ts";

const finishBody = exactObject(
  { email: Type.Optional(emailField), credential: loginCredentialSchema },
  { title: "ReauthenticationFinish" },
);
const started = exactObject({ options: requestOptions });
const reauthenticated = exactObject(
  {
    session: exactObject({
      id: Type.String({ examples: ["6f3d2c1b-0a49-4d8e-9f7a-5b6c7d8e9f01"] }),
      createdAt: timeField,
      expiresAt: timeField,
      authenticatedAt: timeField,
    }),
  },
  { title: "Reauthenticated" },
);

/** The endpoints that authenticate the user of a session again, which sensitive actions require. */
export function reauthenticationEndpoints(deps: CeremonyDeps) {
  const { ceremonies, sessions } = deps.accounts;
  const start = jsonEndpoint({
    id: "startReauthentication",
    summary: "Start re-authentication",
    description:
      "Returns the options for `navigator.credentials.get`, with the passkeys of the account. The finish request must have the token of the same session.",
    responses: {
      200: jsonResponse(
        "The options. Their challenge is valid once, for 65 s, and not for a login.",
        started,
      ),
    },
    async handle({ res }) {
      const options = await ceremonies.startReauthentication(sessionOf(res));
      return { options };
    },
  });

  const finish = jsonEndpoint({
    id: "finishReauthentication",
    summary: "Finish re-authentication",
    description:
      "Permits sensitive actions with this session for the next 5 minutes. If verification fails, the response is the same 401 for all reasons, and the session stays valid.",
    body: finishBody,
    responses: { 200: jsonResponse("The session", reauthenticated) },
    errors: ["authentication_failed", "passkey_not_permitted"],
    handle: finishing("reauthentication", deps, async ({ body, res }) => {
      const current = sessionOf(res);
      const passkey = await ceremonies.finishReauthentication({
        email: body.email === undefined ? undefined : normalizeEmail(body.email),
        credential: body.credential as LoginCredential,
        session: current,
      });
      const session = await sessions.recordAuthentication(current, passkey.id);
      await deps.events.recordEvent({
        ...actorOf(res),
        type: "reauthenticated",
        sessionId: session.id,
        passkeyId: passkey.id,
      });
      return { session };
    }),
  });

  return { start, finish };
}
