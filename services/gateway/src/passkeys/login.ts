import { loginCredentialSchema, type LoginCredential, type PasskeyCeremonies } from "@placard/accounts";
import { exactObject } from "@placard/contracts";
import Type from "typebox";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { actorOf, emailField, normalizeEmail } from "../account/account-fields.ts";
import {
  finishing,
  credentialDescriptor,
  signedInFields,
  type CeremonyDeps,
  optionFields,
  sessionHeaders,
  sessionParameters,
  signIn,
} from "./ceremonies.ts";
import { jsonResponse } from "../docs/operation.ts";

type Options = Awaited<ReturnType<PasskeyCeremonies["startLogin"]>>;

const startBody = exactObject({ email: Type.Optional(emailField) }, { title: "LoginStart" });
const finishBody = exactObject(
  { email: Type.Optional(emailField), credential: loginCredentialSchema },
  { title: "LoginFinish" },
);
/** The schema of the options for `navigator.credentials.get`, with an example. */
export const requestOptions = Type.Unsafe<Options>(
  Type.Object(
    {
      ...optionFields,
      rpId: Type.Optional(Type.String({ examples: ["og.example.com"] })),
      userVerification: Type.Optional(Type.Enum(["discouraged", "preferred", "required"])),
      allowCredentials: Type.Array(credentialDescriptor),
    },
    { description: "PublicKeyCredentialRequestOptionsJSON (WebAuthn level 3, clause 5.1.10)" },
  ),
);

const started = exactObject({ options: requestOptions });
const signedIn = exactObject(signedInFields, { title: "SignedIn" });

/** The endpoints that sign a user in. */
export function loginEndpoints(deps: CeremonyDeps) {
  const { ceremonies } = deps.accounts;
  const start = jsonEndpoint({
    id: "startLogin",
    summary: "Start login",
    description:
      "Returns the options for `navigator.credentials.get`. Without `email`, any passkey for this site is accepted. The response does not reveal whether an account has the email address.",
    body: startBody,
    examples: { anyPasskey: {}, byEmail: { email: "ada@example.com" } },
    responses: { 200: jsonResponse("The options. Their challenge is valid once, for 65 s.", started) },
    async handle({ body: { email } }) {
      const options = await ceremonies.startLogin(
        email === undefined ? {} : { email: normalizeEmail(email) },
      );
      return { options };
    },
  });

  const finish = jsonEndpoint({
    id: "finishLogin",
    summary: "Finish login",
    description:
      "Creates a session. Past the limit on sessions, it also revokes the session that was used longest ago. If verification fails, the response is the same 401 for all reasons. If the account is disabled, the response to a valid login is 403.",
    parameters: sessionParameters,
    body: finishBody,
    responses: { 200: jsonResponse("The session", signedIn, sessionHeaders) },
    errors: ["authentication_failed", "forbidden", "passkey_not_permitted"],
    handle: finishing("login", deps, async ({ body, res }) => {
      const actor = actorOf(res);
      const { user, passkey, session, revokedIds } = await ceremonies.finishLogin({
        email: body.email === undefined ? undefined : normalizeEmail(body.email),
        credential: body.credential as LoginCredential,
        client: actor,
      });
      await deps.events.recordEvent({
        ...actor,
        accountId: user.id,
        type: "session_created",
        passkeyId: passkey.id,
        sessionId: session.id,
        ...(revokedIds.length > 0 && { revokedSessionIds: revokedIds }),
      });
      return { user, ...signIn(session, res, deps) };
    }),
  });

  return { start, finish };
}
