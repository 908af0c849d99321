import { AppError, compileValidator } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import Type from "typebox";
import type { ApiKey, ApiKeys } from "../accounts/api-keys.ts";
import { sendData } from "../envelope.ts";
import { sessionIn } from "../middleware/authenticate-session.ts";
import { checkedBody, jsonBody } from "../middleware/json-body.ts";
import { requestIdOf } from "../middleware/request-id.ts";
import { isoTime, nameField, withNormalName } from "./account-fields.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  apiKeys: Pick<ApiKeys, "create" | "list" | "revoke">;
  /** Authenticates the session. */
  guard: RequestHandler;
  logger: Logger;
  /** Epoch ms. */
  now: () => number;
}

const making = compileValidator(
  Type.Object(
    { name: nameField, expiresAt: Type.Optional(Type.String({ format: "date-time" })) },
    { additionalProperties: false },
  ),
);

/** The API keys of the user whose session a request bears. */
export function keyRoutes({ apiKeys, guard, logger, now }: Deps): Routes {
  const create: RequestHandler = async (req, res) => {
    const { name, expiresAt: said } = checkedBody(making, withNormalName(req.body));
    const expiresAt = said === undefined ? undefined : Date.parse(said);
    if (expiresAt !== undefined && expiresAt <= now()) {
      throw new AppError("validation_failed", {
        details: [{ path: "/expiresAt", message: "must be in the future" }],
      });
    }
    const { id: userId } = sessionIn(res).user;
    const { id, key, createdAt } = await apiKeys.create({ owner: userId, name, expiresAt });
    logger.info({ requestId: requestIdOf(res), userId, keyId: id }, "API key made");
    sendData(res, { id, name, key, createdAt: isoTime(createdAt), expiresAt: isoTime(expiresAt) }, 201);
  };

  const list: RequestHandler = async (_req, res) => {
    sendData(res, { keys: (await apiKeys.list(sessionIn(res).user.id)).map(view) });
  };

  const revoke: RequestHandler<{ id: string }> = async (req, res) => {
    const { id: userId } = sessionIn(res).user;
    const keyId = req.params.id;
    if (!(await apiKeys.revoke(userId, keyId)))
      throw new AppError("not_found", { message: "You have no such key." });
    logger.info({ requestId: requestIdOf(res), userId, keyId }, "API key revoked");
    sendData(res, {});
  };

  return {
    "/api/v1/keys": { get: [guard, list], post: [guard, ...jsonBody, create] },
    "/api/v1/keys/:id": { delete: [guard, revoke as RequestHandler] },
  };
}

function view({ id, name, hint, createdAt, expiresAt, lastUsedAt }: ApiKey) {
  return {
    id,
    name,
    hint,
    createdAt: isoTime(createdAt),
    expiresAt: isoTime(expiresAt),
    lastUsedAt: isoTime(lastUsedAt),
  };
}
