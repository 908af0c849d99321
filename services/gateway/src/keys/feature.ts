import type {
  Accounts,
  SecurityEvents,
  ApiKeys,
  SigningKeys,
  OwnedSecrets,
  SecurityEventType,
} from "@placard/accounts";
import Type, { type TSchema } from "typebox";
import {
  signingKeyIdPattern,
  apiKeyScopes,
  AppError,
  type ApiKeyScope,
  exactObject,
  invalidField,
} from "@placard/contracts";
import type { Feature } from "../feature.ts";
import { access } from "../http/access.ts";
import { route } from "../http/route.ts";
import type { Platform } from "../platform.ts";
import { sessionOf } from "../http/caller.ts";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { nameField, normalizeName, actorOf } from "../account/account-fields.ts";
import { nullableTimeField, timeField } from "../http/present.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

/** The API keys and the signing keys of accounts. */
export function createKeys({ settings, now }: Platform, accounts: Accounts, events: SecurityEvents): Feature {
  const apiKeys = apiKeyEndpoints(accounts.apiKeys, { events, ttlSeconds: settings.API_KEY_TTL, now });
  const signingKeys = signingKeyEndpoints(accounts.signingKeys, { events, now });
  return {
    tag: "keys",
    routes: [
      route("get", "/api/v1/keys", access.session, apiKeys.list),
      route("post", "/api/v1/keys", access.verifiedSession, apiKeys.create),
      route("delete", "/api/v1/keys/:id", access.recentSession, apiKeys.revoke),
      route("get", "/api/v1/signing-keys", access.session, signingKeys.list),
      route("post", "/api/v1/signing-keys", access.verifiedSession, signingKeys.create),
      route("delete", "/api/v1/signing-keys/:id", access.recentSession, signingKeys.revoke),
    ],
  };
}

function apiKeyEndpoints(apiKeys: ApiKeys, deps: SecretDeps) {
  const { ttlSeconds } = deps;
  return ownedSecretEndpoints(
    apiKeys,
    {
      title: "ApiKey",
      noun: "API key",
      isRestrictable: true,
      idSchema: Type.String({ examples: ["q0Zs3VbNf1xYtR7K"] }),
      secretSchema: Type.String({ pattern: "^plk_[0-9A-Za-z]{36}$", examples: [`plk_${"0".repeat(36)}`] }),
      secretMember: "key",
      listMember: "keys",
      eventsOf: (keyId) => ({
        created: { type: "api_key_created", keyId },
        revoked: { type: "api_key_revoked", keyId },
      }),
      createDescription: `Without \`scopes\`, the key has all scopes. Without \`expiresAt\`, it ${ttlSeconds === undefined ? "does not expire" : `expires after ${ttlSeconds} s`}.`,
      revokeDescription: "Every gateway rejects the key from now on.",
      nameExample: "ci",
    },
    deps,
  );
}

function signingKeyEndpoints(signingKeys: SigningKeys, deps: SecretDeps) {
  return ownedSecretEndpoints(
    signingKeys,
    {
      title: "SigningKey",
      noun: "signing key",
      isRestrictable: false,
      idSchema: Type.String({
        pattern: signingKeyIdPattern.source,
        description: "the `kid` of its links",
        examples: ["4fJ8sKq2LmZx7Tb1"],
      }),
      secretSchema: Type.String({
        pattern: "^plks_[A-Za-z0-9_-]{43}$",
        examples: [`plks_${"A".repeat(43)}`],
      }),
      secretMember: "secret",
      listMember: "signingKeys",
      eventsOf: (signingKeyId) => ({
        created: { type: "signing_key_created", signingKeyId },
        revoked: { type: "signing_key_revoked", signingKeyId },
      }),
      createDescription:
        "An account can have several valid signing keys. To rotate one, create the new key before you revoke the old one.",
      revokeDescription:
        "Every gateway rejects the links of the key from now on. Images that were rendered for them stay available at their `/og/{imageId}` links.",
      nameExample: "blog",
    },
    deps,
  );
}

/** How the API presents one kind of secrets. */
interface Presentation {
  /** Part of operation ids and schema titles: "ApiKey". */
  title: string;
  /** For descriptions and error messages: "API key". */
  noun: string;
  /** Whether a client can set `expiresAt` and `scopes`. */
  isRestrictable: boolean;
  idSchema: TSchema;
  secretSchema: TSchema;
  /** The member of a new secret's response that holds its text. */
  secretMember: string;
  /** The member of the list response that holds the list. */
  listMember: string;
  eventsOf: (id: string) => Record<"created" | "revoked", { type: SecurityEventType }>;
  createDescription: string;
  revokeDescription: string;
  /** A name, for examples. */
  nameExample: string;
}

/** What the endpoints of secrets use. */
interface SecretDeps {
  events: SecurityEvents;
  /** How long a secret that is created without `expiresAt` is valid; undefined if it does not expire. */
  ttlSeconds?: number | undefined;
  /** Epoch ms. */
  now: () => number;
}

const passkeyIdField = Type.Union([Type.String(), Type.Null()], {
  description:
    "the passkey of the session that created it, which may have been deleted since; null if it was created on the command line",
});
const scopeList = Type.Array(Type.Enum(apiKeyScopes), { minItems: 1, uniqueItems: true });

/** The endpoints that create, list and revoke one kind of secrets, for the account of the session. */
function ownedSecretEndpoints(
  secrets: OwnedSecrets,
  presentation: Presentation,
  { events, ttlSeconds, now }: SecretDeps,
) {
  const { title, noun, isRestrictable, idSchema, secretMember, listMember, eventsOf, nameExample } =
    presentation;

  const newSecret = exactObject(
    {
      name: nameField,
      ...(isRestrictable && { expiresAt: Type.Optional(timeField), scopes: Type.Optional(scopeList) }),
    },
    { title: `New${title}` },
  );
  const common = {
    id: idSchema,
    name: Type.String({ examples: [nameExample] }),
    createdAt: timeField,
    ...(isRestrictable && { expiresAt: nullableTimeField, scopes: scopeList }),
  };
  const created: TSchema = exactObject(
    { ...common, [secretMember]: presentation.secretSchema },
    { title: `Created${title}` },
  );
  const listed = exactObject(
    {
      ...common,
      hint: Type.String({
        description: `the last four characters of the \`${secretMember}\``,
        examples: ["x0Qe"],
      }),
      lastUsedAt: nullableTimeField,
      passkeyId: passkeyIdField,
    },
    { title },
  );
  const secretList: TSchema = exactObject({ [listMember]: Type.Array(listed), nextCursor: nextCursorField });

  const create = jsonEndpoint({
    id: `create${title}`,
    summary: `Create ${noun.startsWith("A") ? "an" : "a"} ${noun}`,
    description: presentation.createDescription,
    body: newSecret,
    examples: {
      [isRestrictable ? "withoutExpiry" : "named"]: { name: nameExample },
      ...(isRestrictable && {
        withExpiry: { name: nameExample, expiresAt: "2030-01-31T12:00:00Z" },
        withScopes: { name: nameExample, scopes: ["images:write"] },
      }),
    },
    responses: {
      201: jsonResponse(`The ${noun}. Its \`${secretMember}\` is shown only in this response.`, created),
    },
    errors: ["forbidden", "limit_reached"],
    normalize: normalizeName,
    async handle({ body: { name, expiresAt: requested, scopes }, owner, res }) {
      const defaultExpiry = ttlSeconds === undefined ? undefined : now() + 1000 * ttlSeconds;
      const expiresAt = typeof requested === "string" ? Date.parse(requested) : defaultExpiry;
      if (expiresAt !== undefined && expiresAt <= now()) {
        throw invalidField("/expiresAt", "must be in the future");
      }
      const { secret, ...stored } = await secrets.create({
        owner,
        name,
        expiresAt,
        scopes: scopes as ApiKeyScope[] | undefined,
        passkeyId: sessionOf(res).passkeyId,
      });
      await events.recordEvent({ ...actorOf(res), ...eventsOf(stored.id).created });
      return { ...stored, [secretMember]: secret };
    },
  });

  const list = jsonEndpoint({
    id: `list${title}s`,
    summary: `List your ${noun}s`,
    description: `Lists the ${noun}s of your account, newest first, without their secrets.`,
    query: pageQuery,
    responses: {
      200: jsonResponse(`The ${noun}s`, secretList),
    },
    async handle({ query, owner }) {
      const { items, nextCursor } = paginate(query, await secrets.list(owner), "newest first", "createdAt");
      return { [listMember]: items, nextCursor };
    },
  });

  const revoke = jsonEndpoint({
    id: `revoke${title}`,
    summary: `Revoke ${noun.startsWith("A") ? "an" : "a"} ${noun}`,
    description: presentation.revokeDescription,
    parameters: [pathParameter("id", `The ID of the ${noun}`, idSchema)],
    responses: { 200: emptyResponse(`The ${noun} is revoked`) },
    errors: ["not_found"],
    async handle({ params: { id }, owner, res }) {
      if (!(await secrets.revoke(owner, id)))
        throw new AppError("not_found", { message: `The ${noun} was not found. Check the ID.` });
      await events.recordEvent({ ...actorOf(res), ...eventsOf(id).revoked });
      return {};
    },
  });

  return { create, list, revoke };
}
