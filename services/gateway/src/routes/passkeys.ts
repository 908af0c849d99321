import { AppError, compileValidator } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import Type from "typebox";
import type { Passkey, Users } from "../accounts/users.ts";
import { sendData } from "../envelope.ts";
import { sessionIn } from "../middleware/authenticate-session.ts";
import { checkedBody, jsonBody } from "../middleware/json-body.ts";
import { requestIdOf } from "../middleware/request-id.ts";
import { isoTime, nameField, withNormalName } from "./account-fields.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  users: Pick<Users, "passkeys" | "renamePasskey" | "removePasskey">;
  /** Authenticates the session. */
  guard: RequestHandler;
  logger: Logger;
}

const renaming = compileValidator(Type.Object({ name: nameField }, { additionalProperties: false }));

/** The passkeys of the user whose session a request bears. */
export function passkeyRoutes({ users, guard, logger }: Deps): Routes {
  const list: RequestHandler = async (_req, res) => {
    sendData(res, { passkeys: (await users.passkeys(sessionIn(res).user.id)).map(view) });
  };

  const rename: RequestHandler<{ id: string }> = async (req, res) => {
    const { name } = checkedBody(renaming, withNormalName(req.body));
    const { id: userId } = sessionIn(res).user;
    const passkeyId = req.params.id;
    if (!(await users.renamePasskey(userId, passkeyId, name))) throw noPasskey();
    logger.info({ requestId: requestIdOf(res), userId, passkeyId }, "passkey renamed");
    const renamed = (await users.passkeys(userId)).find(({ id }) => id === passkeyId);
    if (!renamed) throw noPasskey();
    sendData(res, view(renamed));
  };

  const remove: RequestHandler<{ id: string }> = async (req, res) => {
    const { id: userId } = sessionIn(res).user;
    const passkeyId = req.params.id;
    const outcome = await users.removePasskey(userId, passkeyId);
    if (outcome === "last") throw new AppError("last_passkey");
    if (outcome === "not_found") throw noPasskey();
    logger.info({ requestId: requestIdOf(res), userId, passkeyId }, "passkey removed");
    sendData(res, {});
  };

  return {
    "/api/v1/auth/passkeys": { get: [guard, list] },
    "/api/v1/auth/passkeys/:id": {
      patch: [guard, ...jsonBody, rename as RequestHandler],
      delete: [guard, remove as RequestHandler],
    },
  };
}

function view({ id, name, createdAt, lastUsedAt, deviceType, backedUp }: Passkey) {
  return {
    id,
    name,
    createdAt: isoTime(createdAt),
    lastUsedAt: isoTime(lastUsedAt),
    deviceType,
    backedUp,
  };
}

function noPasskey(): AppError {
  return new AppError("not_found", { message: "You have no such passkey." });
}
