import type { ApiKey, ApiKeys } from "@placard/accounts";
import { AppError, compileValidator } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import Type, { type Static } from "typebox";
import { nothing, sendData } from "../http/envelope.ts";
import { sessionOf } from "../http/authenticate.ts";
import { validBody, jsonBody } from "../http/json-body.ts";
import { requestIdOf } from "../http/request-id.ts";
import type { Operation } from "../docs/operation.ts";
import { isoTime, nameField, timeField, timeOrNull, withNormalName } from "./account-fields.ts";
import type { Middleware, PathParameters, Routes } from "../http/route.ts";

interface Deps {
  apiKeys: Pick<ApiKeys, "create" | "list" | "revoke">;
  /** Authenticates the session. */
  guard: Middleware;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

const exact = { additionalProperties: false };
const newKey = Type.Object(
  { name: nameField, expiresAt: Type.Optional(timeField) },
  { ...exact, title: "NewApiKey" },
);
const common = { id: Type.String(), name: Type.String(), createdAt: timeField, expiresAt: timeOrNull };
const madeKey = Type.Object(
  { ...common, key: Type.String({ pattern: "^plk_[0-9A-Za-z]{36}$", description: "shown this once" }) },
  { ...exact, title: "MadeApiKey" },
);
const listedKey = Type.Object(
  {
    ...common,
    hint: Type.String({ description: "the key's last four characters" }),
    lastUsedAt: timeOrNull,
  },
  { ...exact, title: "ApiKey" },
);
const keyList = Type.Object({ keys: Type.Array(listedKey) }, exact);

const example = {
  id: "q0Zs3VbNf1xYtR7K",
  name: "ci",
  createdAt: "2027-01-01T12:00:00.000Z",
  expiresAt: null,
};
const shared = { tag: "keys" } as const;
const listKeys: Operation = {
  ...shared,
  id: "listApiKeys",
  summary: "Your API keys, the newest first",
  responses: {
    200: {
      description: "All of them, expired ones too",
      data: keyList,
      example: { keys: [{ ...example, hint: "x0Qe", lastUsedAt: null }] },
    },
  },
};
const makeKey: Operation = {
  ...shared,
  id: "makeApiKey",
  summary: "Make an API key",
  body: {
    schema: newKey,
    examples: { lasting: { name: "ci" }, expiring: { name: "ci", expiresAt: "2030-01-31T12:00:00Z" } },
  },
  responses: {
    201: {
      description: "The key, shown this once",
      data: madeKey,
      example: { ...example, key: `plk_${"0".repeat(36)}` },
    },
  },
};
const revokeKey: Operation = {
  ...shared,
  id: "revokeApiKey",
  summary: "Revoke an API key",
  description: "It is refused at once and everywhere.",
  parameters: [{ in: "path", name: "id", description: "The key's id, not the key", schema: Type.String() }],
  responses: { 200: { description: "It is revoked", data: nothing, example: {} } },
  errors: ["not_found"],
};
const making = compileValidator(newKey);

/** The API keys of the user whose session a request bears. */
export function keyRoutes({ apiKeys, guard, logger, now }: Deps): Routes {
  const create: RequestHandler<PathParameters> = async (req, res) => {
    const { name, expiresAt: said } = validBody(making, withNormalName(req.body));
    const expiresAt = said === undefined ? undefined : Date.parse(said);
    if (expiresAt !== undefined && expiresAt <= now()) {
      throw new AppError("validation_failed", {
        details: [{ path: "/expiresAt", message: "must be in the future" }],
      });
    }
    const { id: userId } = sessionOf(res).user;
    const { id, secret: key, createdAt } = await apiKeys.create({ owner: userId, name, expiresAt });
    logger.info({ requestId: requestIdOf(res), userId, keyId: id }, "API key made");
    const made = { id, name, key, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) };
    sendData<Static<typeof madeKey>>(res, made, 201);
  };

  const list: RequestHandler<PathParameters> = async (_req, res) => {
    const keys = await apiKeys.list(sessionOf(res).user.id);
    sendData<Static<typeof keyList>>(res, { keys: keys.map(view) });
  };

  const revoke: RequestHandler<PathParameters> = async (req, res) => {
    const { id: userId } = sessionOf(res).user;
    const keyId = req.params.id;
    if (!(await apiKeys.revoke(userId, keyId)))
      throw new AppError("not_found", { message: "You have no such key." });
    logger.info({ requestId: requestIdOf(res), userId, keyId }, "API key revoked");
    sendData<Static<typeof nothing>>(res, {});
  };

  return {
    "/api/v1/keys": {
      get: { about: listKeys, handlers: [guard, list] },
      post: { about: makeKey, handlers: [guard, jsonBody(), create] },
    },
    "/api/v1/keys/:id": { delete: { about: revokeKey, handlers: [guard, revoke] } },
  };
}

function view({ id, name, hint, createdAt, expiresAt, lastUsedAt }: ApiKey): Static<typeof listedKey> {
  return {
    id,
    name,
    hint,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    lastUsedAt: isoTime(lastUsedAt),
  };
}
