import {
  registrationCredentialSchema,
  type PasskeyCeremonies,
  type RegistrationCredential,
} from "@placard/accounts";
import { exactObject } from "@placard/contracts";
import Type from "typebox";
import { optionalSessionOf } from "../http/caller.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { actorOf, emailField, nameField, normalizeEmail, normalizeName } from "../account/account-fields.ts";
import {
  finishing,
  credentialDescriptor,
  sessionHeaders,
  sessionParameters,
  signIn,
  type CeremonyDeps,
  signedInFields,
  optionFields,
} from "./ceremonies.ts";
import { jsonResponse } from "../docs/operation.ts";

type Options = Awaited<ReturnType<PasskeyCeremonies["startRegistration"]>>;

const startBody = exactObject(
  {
    email: emailField,
    name: nameField,
    invite: Type.Optional(
      Type.String({
        maxLength: 128,
        description: "the token of an invitation, where registration requires one",
      }),
    ),
  },
  { title: "RegistrationStart" },
);
const finishBody = exactObject(
  { email: emailField, credential: registrationCredentialSchema },
  { title: "RegistrationFinish" },
);
/** The schema of the options for `navigator.credentials.create`, with an example. */
export const creationOptions = Type.Unsafe<Options>(
  Type.Object(
    {
      ...optionFields,
      rp: Type.Object({
        name: Type.String({ examples: ["Placard"] }),
        id: Type.Optional(Type.String({ examples: ["og.example.com"] })),
      }),
      user: Type.Object({
        id: Type.String({ description: "base64url", examples: ["iXxQx0m1S3q9u7Vb2Yc4Zg"] }),
        name: Type.String({ examples: ["ada@example.com"] }),
        displayName: Type.String({ examples: ["Ada Lovelace"] }),
      }),
      pubKeyCredParams: Type.Array(
        Type.Object({ alg: Type.Integer({ examples: [-7] }), type: Type.Literal("public-key") }),
      ),
      attestation: Type.Optional(Type.Enum(["none", "indirect", "direct", "enterprise"])),
      authenticatorSelection: Type.Optional(
        Type.Object({
          residentKey: Type.Optional(Type.Enum(["discouraged", "preferred", "required"])),
          userVerification: Type.Optional(Type.Enum(["discouraged", "preferred", "required"])),
        }),
      ),
      excludeCredentials: Type.Optional(Type.Array(credentialDescriptor)),
    },
    { description: "PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, clause 5.1.9)" },
  ),
);

/** The schema of a response that has registered a passkey and signs in. */
export const registered = exactObject(
  { verified: Type.Literal(true), ...signedInFields },
  { title: "Registered" },
);

const started = exactObject({ options: creationOptions });

/** The endpoints that register an account, or add a passkey to the account of the session. */
export function registrationEndpoints(deps: CeremonyDeps) {
  const { ceremonies, sessions } = deps.accounts;
  const start = jsonEndpoint({
    id: "startRegistration",
    summary: "Start registration",
    description:
      "Returns the options for `navigator.credentials.create`. With the token of a session, the passkey is added to the account of the session; this needs a recent login or re-authentication. `getAuthConfig` says who may register a new account.",
    body: startBody,
    responses: { 200: jsonResponse("The options. Their challenge is valid once, for 65 s.", started) },
    errors: ["signup_closed", "email_taken", "reauthentication_required", "limit_reached"],
    normalize: normalizeName,
    async handle({ body: { email: anyCase, name, invite }, res }) {
      const email = normalizeEmail(anyCase);
      const session = optionalSessionOf(res);
      const options = await ceremonies.startRegistration({ email, name, session, invite });
      return { options };
    },
  });

  const finish = jsonEndpoint({
    id: "finishRegistration",
    summary: "Finish registration",
    description:
      "Creates the account, or adds the passkey, and signs in. Uses up the invitation of the start. If verification fails, the response is the same 401 for all reasons.",
    parameters: sessionParameters,
    body: finishBody,
    responses: { 200: jsonResponse("The account and a session", registered, sessionHeaders) },
    errors: [
      "authentication_failed",
      "forbidden",
      "passkey_not_permitted",
      "signup_closed",
      "email_taken",
      "limit_reached",
    ],
    handle: finishing("registration", deps, async ({ body, req, res }) => {
      const { user, passkey, session } = await ceremonies.finishRegistration({
        email: normalizeEmail(body.email),
        credential: body.credential as RegistrationCredential,
        userAgent: req.headers["user-agent"],
        session: optionalSessionOf(res),
      });
      await deps.events.recordEvent({
        ...actorOf(res),
        accountId: user.id,
        type: session ? "passkey_added" : "account_registered",
        passkeyId: passkey.id,
      });
      const current = session ?? (await sessions.createSession(user, passkey.id, actorOf(res))).session;
      return { verified: true as const, user, ...signIn(current, res, deps) };
    }),
  });

  return { start, finish };
}
