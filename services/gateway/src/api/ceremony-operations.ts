import {
  loginCredentialSchema,
  registrationCredentialSchema,
  type PasskeyCeremonies,
} from "@placard/accounts";
import Type from "typebox";
import type { Operation } from "../docs/operation.ts";
import { emailField, nameField, timeField, userField } from "./account-fields.ts";

const exact = { additionalProperties: false };
const bytes = Type.String({ description: "base64url" });
const id = "Zm9vYmFyYmF6cXV4MTIzNA";
const clientDataJSON = "eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoi4oCmIiwib3JpZ2luIjoi4oCmIn0";
const example = {
  user: { id: "iXxQx0m1S3q9u7Vb2Yc4Zg", email: "ada@example.com", name: "Ada Lovelace" },
  token: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzaWQiOiLigKYifQ.c2lnbmF0dXJl",
  expiresAt: "2027-01-02T12:00:00.000Z",
};
const email = example.user.email;

/** The bodies of the ceremonies' requests: what validates them. */
export const bodies = {
  registerStart: Type.Object({ email: emailField, name: nameField }, { ...exact, title: "RegisterStart" }),
  registerFinish: Type.Object(
    { email: emailField, credential: registrationCredentialSchema },
    { ...exact, title: "RegisterFinish" },
  ),
  loginStart: Type.Object({ email: Type.Optional(emailField) }, { ...exact, title: "LoginStart" }),
  loginFinish: Type.Object(
    { email: Type.Optional(emailField), credential: loginCredentialSchema },
    { ...exact, title: "LoginFinish" },
  ),
};

const challenge = { challenge: bytes, timeout: Type.Optional(Type.Integer({ description: "ms" })) };
const creation = Type.Object(
  {
    ...challenge,
    rp: Type.Object({ name: Type.String(), id: Type.Optional(Type.String()) }),
    user: Type.Object({ id: bytes, name: Type.String(), displayName: Type.String() }),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal("public-key") })),
  },
  { description: "PublicKeyCredentialCreationOptionsJSON (WebAuthn level 3, clause 5.1.9)" },
);
const request = Type.Object(
  {
    ...challenge,
    rpId: Type.Optional(Type.String()),
    allowCredentials: Type.Array(Type.Object({ id: bytes, type: Type.Literal("public-key") })),
  },
  { description: "PublicKeyCredentialRequestOptionsJSON (WebAuthn level 3, clause 5.1.10)" },
);
const signedIn = {
  user: userField,
  token: Type.String({ description: "the session's bearer token" }),
  expiresAt: timeField,
};

/** What the ceremonies answer with. */
export const ceremonyAnswers = {
  creation: Type.Object(
    { options: Type.Unsafe<Awaited<ReturnType<PasskeyCeremonies["startRegistration"]>>>(creation) },
    exact,
  ),
  request: Type.Object(
    { options: Type.Unsafe<Awaited<ReturnType<PasskeyCeremonies["startLogin"]>>>(request) },
    exact,
  ),
  registered: Type.Object({ verified: Type.Literal(true), ...signedIn }, { ...exact, title: "Registered" }),
  signedIn: Type.Object(signedIn, { ...exact, title: "SignedIn" }),
};

const shared = { tag: "accounts" } as const;
const user = { id: example.user.id, name: email, displayName: example.user.name };
const options = { challenge: "sZ3v0dF8QmKq1wYt7uXn5A", timeout: 60_000 };

/** The ceremonies, for the API's description. */
export const ceremonyOperations = {
  registerStart: {
    ...shared,
    id: "startRegistration",
    summary: "Begin a registration",
    description:
      "For `navigator.credentials.create`. With the token of your own session it adds a passkey to your account.",
    body: { schema: bodies.registerStart, examples: { plain: { email, name: example.user.name } } },
    responses: {
      200: {
        description: "The options; their challenge serves once, within 65 s",
        data: ceremonyAnswers.creation,
        example: {
          options: {
            ...options,
            rp: { name: "Placard", id: "og.example.com" },
            user,
            pubKeyCredParams: [{ alg: -7, type: "public-key" }],
          },
        },
      },
    },
    errors: ["email_taken"],
  },
  registerFinish: {
    ...shared,
    id: "finishRegistration",
    summary: "End a registration",
    description: "The account comes to exist here. Whatever makes it fail, the answer is the same 401.",
    body: {
      schema: bodies.registerFinish,
      examples: {
        plain: {
          email,
          credential: {
            id,
            rawId: id,
            type: "public-key",
            clientExtensionResults: {},
            response: { clientDataJSON, attestationObject: "o2NmbXRkbm9uZQ", transports: ["internal"] },
          },
        },
      },
    },
    responses: {
      200: {
        description: "The account, and a session of it",
        data: ceremonyAnswers.registered,
        example: { verified: true, ...example },
      },
    },
    errors: ["authentication_failed", "email_taken"],
  },
  loginStart: {
    ...shared,
    id: "startLogin",
    summary: "Begin a login",
    description:
      "For `navigator.credentials.get`. Without `email` any passkey of this site will do. An e-mail without an account is answered as one with.",
    body: { schema: bodies.loginStart, examples: { anyPasskey: {}, byEmail: { email } } },
    responses: {
      200: {
        description: "The options; their challenge serves once, within 65 s",
        data: ceremonyAnswers.request,
        example: { options: { ...options, rpId: "og.example.com", allowCredentials: [] } },
      },
    },
  },
  loginFinish: {
    ...shared,
    id: "finishLogin",
    summary: "End a login",
    description: "Whatever makes it fail, the answer is the same 401.",
    body: {
      schema: bodies.loginFinish,
      examples: {
        plain: {
          credential: {
            id,
            rawId: id,
            type: "public-key",
            clientExtensionResults: {},
            response: { clientDataJSON, authenticatorData: "SZYN5YgOjGh0NBcP", signature: "MEUCIQDx" },
          },
        },
      },
    },
    responses: {
      200: { description: "A session", data: ceremonyAnswers.signedIn, example },
    },
    errors: ["authentication_failed"],
  },
} as const satisfies Record<string, Operation>;
