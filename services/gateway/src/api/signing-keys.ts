import type { OwnedSecret, SigningKeys } from "@placard/accounts";
import { AppError, compileValidator, signingKeyIdPattern } from "@placard/contracts";
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
  signingKeys: Pick<SigningKeys, "create" | "list" | "revoke">;
  /** Authenticates the session. */
  guard: Middleware;
  logger: Logger;
}

const exact = { additionalProperties: false };
const idField = Type.String({ pattern: signingKeyIdPattern.source, description: "the `kid` of its links" });
const newKey = Type.Object({ name: nameField }, { ...exact, title: "NewSigningKey" });
const madeKey = Type.Object(
  {
    id: idField,
    name: Type.String(),
    secret: Type.String({ pattern: "^plks_[A-Za-z0-9_-]{43}$", description: "shown this once" }),
    createdAt: timeField,
  },
  { ...exact, title: "MadeSigningKey" },
);
const listedKey = Type.Object(
  {
    id: idField,
    name: Type.String(),
    hint: Type.String({ description: "the secret's last four characters" }),
    createdAt: timeField,
    lastUsedAt: timeOrNull,
  },
  { ...exact, title: "SigningKey" },
);
const keyList = Type.Object({ signingKeys: Type.Array(listedKey) }, exact);

const about = { id: "4fJ8sKq2LmZx7Tb1", name: "blog", createdAt: "2027-01-01T12:00:00.000Z" };
const shared = { tag: "keys" } as const;
const listKeys: Operation = {
  ...shared,
  id: "listSigningKeys",
  summary: "Your signing keys, the newest first",
  responses: {
    200: {
      description: "All of them",
      data: keyList,
      example: { signingKeys: [{ ...about, hint: "x0Qe", lastUsedAt: null }] },
    },
  },
};
const makeKey: Operation = {
  ...shared,
  id: "makeSigningKey",
  summary: "Make a signing key",
  description: "Several may be good at once: make the new one before you revoke the old.",
  body: { schema: newKey, examples: { plain: { name: "blog" } } },
  responses: {
    201: {
      description: "The key; its secret is shown this once",
      data: madeKey,
      example: { ...about, secret: `plks_${"A".repeat(43)}` },
    },
  },
};
const revokeKey: Operation = {
  ...shared,
  id: "revokeSigningKey",
  summary: "Revoke a signing key",
  description: "Its links are refused at once. Images that were drawn stay at their own links.",
  parameters: [{ in: "path", name: "id", description: "The key's id", schema: idField }],
  responses: { 200: { description: "It is revoked", data: nothing, example: {} } },
  errors: ["not_found"],
};
const making = compileValidator(newKey);

/** The keys with which the user whose session a request bears signs links. */
export function signingKeyRoutes({ signingKeys, guard, logger }: Deps): Routes {
  const create: RequestHandler<PathParameters> = async (req, res) => {
    const { name } = validBody(making, withNormalName(req.body));
    const { id: userId } = sessionOf(res).user;
    const { id, secret, createdAt } = await signingKeys.create({ owner: userId, name });
    logger.info({ requestId: requestIdOf(res), userId, signingKeyId: id }, "signing key made");
    sendData<Static<typeof madeKey>>(res, { id, name, secret, createdAt: isoTime(createdAt) }, 201);
  };

  const list: RequestHandler<PathParameters> = async (_req, res) => {
    const keys = await signingKeys.list(sessionOf(res).user.id);
    sendData<Static<typeof keyList>>(res, { signingKeys: keys.map(view) });
  };

  const revoke: RequestHandler<PathParameters> = async (req, res) => {
    const { id: userId } = sessionOf(res).user;
    const signingKeyId = req.params.id;
    if (!(await signingKeys.revoke(userId, signingKeyId)))
      throw new AppError("not_found", { message: "You have no such signing key." });
    logger.info({ requestId: requestIdOf(res), userId, signingKeyId }, "signing key revoked");
    sendData<Static<typeof nothing>>(res, {});
  };

  return {
    "/api/v1/signing-keys": {
      get: { about: listKeys, handlers: [guard, list] },
      post: { about: makeKey, handlers: [guard, jsonBody(), create] },
    },
    "/api/v1/signing-keys/:id": {
      delete: { about: revokeKey, handlers: [guard, revoke] },
    },
  };
}

function view({ id, name, hint, createdAt, lastUsedAt }: OwnedSecret): Static<typeof listedKey> {
  return { id, name, hint, createdAt: isoTime(createdAt), lastUsedAt: isoTime(lastUsedAt) };
}
