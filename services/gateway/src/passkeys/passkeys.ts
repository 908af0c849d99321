import {
  providerOf,
  type Accounts,
  type Passkey,
  type SecurityEvents,
  type Session,
} from "@placard/accounts";
import { AppError, exactObject, notFound } from "@placard/contracts";
import Type from "typebox";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import { recordRevoked } from "../account/revoked.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { clientFields } from "../sessions/client-fields.ts";
import { nameField, normalizeName, actorOf } from "../account/account-fields.ts";
import { nullableTimeField, timeField } from "../http/present.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

const passkeyUpdate = exactObject({ name: nameField }, { title: "PasskeyUpdate" });
const passkeyView = exactObject(
  {
    id: Type.String({ examples: ["q0Zs3VbNf1xYtR7K"] }),
    credentialId: Type.String({
      description: "the credential ID of the passkey (base64url), for the browser's WebAuthn Signal API",
      examples: ["Zm9vYmFyYmF6cXV4MTIzNA"],
    }),
    name: Type.String({ examples: ["Phone"] }),
    provider: Type.Union([Type.String(), Type.Null()], {
      description: "the password manager, or the model of the authenticator; null if it is not known",
      examples: ["Apple Passwords"],
    }),
    createdAt: timeField,
    lastUsedAt: nullableTimeField,
    transports: Type.Array(Type.String(), {
      description: "how browsers reach the authenticator; `hybrid`: a phone or tablet by a QR code",
      examples: [["hybrid", "internal"]],
    }),
    deviceType: Type.Union([Type.Literal("singleDevice"), Type.Literal("multiDevice")], {
      description: "whether the passkey stays on one device or can be synchronized to others",
    }),
    backedUp: Type.Boolean({ description: "whether the passkey has been synchronized" }),
    sessionCount: Type.Integer({ description: "how many sessions it has begun that have not ended" }),
    lastSession: Type.Union([exactObject(clientFields), Type.Null()], {
      description: "the client that has begun the latest of these sessions",
    }),
  },
  { title: "Passkey" },
);
const passkeyList = exactObject({ passkeys: Type.Array(passkeyView), nextCursor: nextCursorField });
const idParameter = pathParameter("id", "The ID of the passkey");
const deleteQuery = Type.Object({
  revokeKeys: Type.Boolean({
    default: true,
    description:
      "`false` keeps the API keys, signing keys, webhooks and recovery codes that were created with the passkey",
  }),
});

/** The endpoints of passkeys. */
export function passkeyEndpoints({ users, sessions }: Accounts, events: SecurityEvents) {
  const list = jsonEndpoint({
    id: "listPasskeys",
    summary: "List your passkeys",
    description: "Lists the passkeys that can sign in to your account, oldest first.",
    query: pageQuery,
    responses: { 200: jsonResponse("The passkeys", passkeyList) },
    async handle({ query, owner }) {
      const { items, nextCursor } = paginate(
        query,
        await users.listPasskeys(owner),
        "oldest first",
        "createdAt",
      );
      const open = await sessions.listSessions(owner);
      return { passkeys: items.map((passkey) => withSessions(passkey, open)), nextCursor };
    },
  });

  const rename = jsonEndpoint({
    id: "renamePasskey",
    summary: "Rename a passkey",
    description: "Changes the name that the console shows. The names in password managers do not change.",
    parameters: [idParameter],
    body: passkeyUpdate,
    examples: { name: { name: "Old phone" } },
    responses: { 200: jsonResponse("The passkey", passkeyView) },
    errors: ["not_found"],
    normalize: normalizeName,
    async handle({ body: { name }, params, owner, res }) {
      const passkeyId = params.id;
      if ((await users.renamePasskey(owner, passkeyId, name)) === "not_found") throw notFound("Passkey");
      await events.recordEvent({ ...actorOf(res), type: "passkey_renamed", passkeyId });
      const renamed = (await users.listPasskeys(owner)).find(({ id }) => id === passkeyId);
      if (!renamed) throw notFound("Passkey");
      return withSessions(renamed, await sessions.listSessions(owner));
    },
  });

  const deletePasskey = jsonEndpoint({
    id: "deletePasskey",
    summary: "Delete a passkey",
    description:
      "Also revokes the sessions that were created with the passkey, which may include the current one, and the API keys, signing keys, webhooks and recovery codes that these sessions created. The last passkey of an account cannot be deleted.",
    parameters: [idParameter],
    query: deleteQuery,
    responses: { 200: emptyResponse("The passkey is deleted") },
    errors: ["not_found", "last_passkey"],
    async handle({ query: { revokeKeys }, params, owner, res }) {
      const passkeyId = params.id;
      const outcome = await users.deletePasskey(owner, passkeyId, { revokeKeys });
      if (outcome === "last_passkey") throw new AppError("last_passkey");
      if (outcome === "not_found") throw notFound("Passkey");
      await recordRevoked(events, { ...actorOf(res), passkeyId }, outcome);
      return {};
    },
  });

  return { list, rename, delete: deletePasskey };
}

/** A passkey with what the sessions of its account, newest first, say about its use. */
function withSessions(passkey: Passkey, all: readonly Session[]) {
  const begun = all.filter(({ passkeyId }) => passkeyId === passkey.id);
  const provider = providerOf(passkey.aaguid);
  return { ...passkey, provider, sessionCount: begun.length, lastSession: begun[0] };
}
