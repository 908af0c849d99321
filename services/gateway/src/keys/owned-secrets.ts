import type { OwnedSecret, OwnedSecrets, SecurityEvents, SecurityEventType } from "@placard/accounts";
import { apiKeyScopes, AppError, type ApiKeyScope, exactObject, invalidField } from "@placard/contracts";
import Type, { type TSchema } from "typebox";
import { sessionOf } from "../http/caller.ts";
import { nextCursorField, pageQuery, paginate } from "../http/pagination.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import {
  formatTime,
  nameField,
  normalizeName,
  nullableTimeField,
  timeField,
  actorOf,
} from "../account/account-fields.ts";
import { jsonResponse, emptyResponse, pathParameter } from "../docs/operation.ts";

/** How the API presents one kind of secrets. */
interface Presentation {
  /** Part of operation ids and schema titles: "ApiKey". */
  title: string;
  /** For descriptions and error messages: "API key". */
  noun: string;
  /** Whether a client can set `expiresAt`. */
  canExpire: boolean;
  /** Whether a client can set `scopes`. */
  hasScopes: boolean;
  idSchema: TSchema;
  secretSchema: TSchema;
  /** The member of a new secret's response that holds its text. */
  secretMember: string;
  /** The member of the list response that holds the list. */
  listMember: string;
  eventsOf: (id: string) => Record<"created" | "revoked", { type: SecurityEventType }>;
  createDescription?: string;
  revokeDescription: string;
  /** A name, for examples. */
  nameExample: string;
}

/** What the endpoints of secrets use. */
export interface SecretDeps {
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
export function ownedSecretEndpoints(
  secrets: OwnedSecrets,
  presentation: Presentation,
  { events, ttlSeconds, now }: SecretDeps,
) {
  const { title, noun, canExpire, hasScopes, idSchema, secretMember, listMember, eventsOf, nameExample } =
    presentation;

  const newSecret = exactObject(
    {
      name: nameField,
      ...(canExpire && { expiresAt: Type.Optional(timeField) }),
      ...(hasScopes && { scopes: Type.Optional(scopeList) }),
    },
    { title: `New${title}` },
  );
  const common = {
    id: idSchema,
    name: Type.String({ examples: [nameExample] }),
    createdAt: timeField,
    ...(canExpire && { expiresAt: nullableTimeField }),
    ...(hasScopes && { scopes: scopeList }),
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
  const toCommon = ({ id, name, createdAt, expiresAt, scopes }: OwnedSecret) => ({
    id,
    name,
    createdAt: formatTime(createdAt),
    ...(canExpire && { expiresAt: formatTime(expiresAt) }),
    ...(hasScopes && { scopes }),
  });

  const create = jsonEndpoint({
    id: `create${title}`,
    tag: "keys",
    summary: `Create ${noun.startsWith("A") ? "an" : "a"} ${noun}`,
    ...(presentation.createDescription !== undefined && { description: presentation.createDescription }),
    body: newSecret,
    examples: {
      [canExpire ? "withoutExpiry" : "named"]: { name: nameExample },
      ...(canExpire && { withExpiry: { name: nameExample, expiresAt: "2030-01-31T12:00:00Z" } }),
      ...(hasScopes && { withScopes: { name: nameExample, scopes: ["images:write"] } }),
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
      return { ...toCommon(stored), [secretMember]: secret };
    },
  });

  const list = jsonEndpoint({
    id: `list${title}s`,
    tag: "keys",
    summary: `List your ${noun}s`,
    description: `Lists the ${noun}s of your account, newest first, without their secrets.`,
    query: pageQuery,
    responses: {
      200: jsonResponse(
        canExpire ? `The ${noun}s. An expired one is listed for 7 days after its expiry.` : `The ${noun}s`,
        secretList,
      ),
    },
    async handle({ query, owner }) {
      const { items, nextCursor } = paginate(query, await secrets.list(owner), "newest first", "createdAt");
      const views = items.map((secret) => ({
        ...toCommon(secret),
        hint: secret.hint,
        lastUsedAt: formatTime(secret.lastUsedAt),
        passkeyId: secret.passkeyId ?? null,
      }));
      return { [listMember]: views, nextCursor };
    },
  });

  const revoke = jsonEndpoint({
    id: `revoke${title}`,
    tag: "keys",
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
