import { AppError, compileValidator } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler } from "express";
import Type, { type Static } from "typebox";
import type { Passkey, Users } from "../accounts/users.ts";
import { nothing, sendData } from "../envelope.ts";
import { sessionIn } from "../middleware/authenticate-session.ts";
import { checkedBody, jsonBody } from "../middleware/json-body.ts";
import { requestIdOf } from "../middleware/request-id.ts";
import type { Operation } from "../openapi/operation.ts";
import { isoTime, nameField, timeField, timeOrNull, withNormalName } from "./account-fields.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  users: Pick<Users, "passkeys" | "renamePasskey" | "removePasskey">;
  /** Authenticates the session. */
  guard: RequestHandler;
  logger: Logger;
}

const exact = { additionalProperties: false };
const newName = Type.Object({ name: nameField }, { ...exact, title: "NewPasskeyName" });
const shown = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    createdAt: timeField,
    lastUsedAt: timeOrNull,
    deviceType: Type.Union([Type.Literal("singleDevice"), Type.Literal("multiDevice")]),
    backedUp: Type.Boolean(),
  },
  { ...exact, title: "Passkey" },
);
const passkeyList = Type.Object({ passkeys: Type.Array(shown) }, exact);

const example: Static<typeof shown> = {
  id: "q0Zs3VbNf1xYtR7K",
  name: "Phone",
  createdAt: "2027-01-01T12:00:00.000Z",
  lastUsedAt: null,
  deviceType: "multiDevice",
  backedUp: true,
};
const shared = { tag: "accounts", auth: "session" } as const;
const one = [{ in: "path", name: "id", description: "The passkey's id", schema: Type.String() }] as const;
const listPasskeys: Operation = {
  ...shared,
  id: "listPasskeys",
  summary: "Your passkeys, the oldest first",
  answers: { 200: { description: "All of them", data: passkeyList, example: { passkeys: [example] } } },
};
const renamePasskey: Operation = {
  ...shared,
  id: "renamePasskey",
  summary: "Rename a passkey",
  parameters: one,
  body: { schema: newName, examples: { plain: { name: "Old phone" } } },
  answers: { 200: { description: "The passkey", data: shown, example } },
  errors: ["not_found"],
};
const removePasskey: Operation = {
  ...shared,
  id: "removePasskey",
  summary: "Remove a passkey",
  description: "An account's last one stays.",
  parameters: one,
  answers: { 200: { description: "It is removed", data: nothing, example: {} } },
  errors: ["not_found", "last_passkey"],
};
const renaming = compileValidator(newName);

/** The passkeys of the user whose session a request bears. */
export function passkeyRoutes({ users, guard, logger }: Deps): Routes {
  const list: RequestHandler = async (_req, res) => {
    const passkeys = await users.passkeys(sessionIn(res).user.id);
    sendData<Static<typeof passkeyList>>(res, { passkeys: passkeys.map(view) });
  };

  const rename: RequestHandler<{ id: string }> = async (req, res) => {
    const { name } = checkedBody(renaming, withNormalName(req.body));
    const { id: userId } = sessionIn(res).user;
    const passkeyId = req.params.id;
    if (!(await users.renamePasskey(userId, passkeyId, name))) throw noPasskey();
    logger.info({ requestId: requestIdOf(res), userId, passkeyId }, "passkey renamed");
    const renamed = (await users.passkeys(userId)).find(({ id }) => id === passkeyId);
    if (!renamed) throw noPasskey();
    sendData<Static<typeof shown>>(res, view(renamed));
  };

  const remove: RequestHandler<{ id: string }> = async (req, res) => {
    const { id: userId } = sessionIn(res).user;
    const passkeyId = req.params.id;
    const outcome = await users.removePasskey(userId, passkeyId);
    if (outcome === "last") throw new AppError("last_passkey");
    if (outcome === "not_found") throw noPasskey();
    logger.info({ requestId: requestIdOf(res), userId, passkeyId }, "passkey removed");
    sendData<Static<typeof nothing>>(res, {});
  };

  return {
    "/api/v1/auth/passkeys": { get: { about: listPasskeys, handlers: [guard, list] } },
    "/api/v1/auth/passkeys/:id": {
      patch: { about: renamePasskey, handlers: [guard, ...jsonBody, rename as RequestHandler] },
      delete: { about: removePasskey, handlers: [guard, remove as RequestHandler] },
    },
  };
}

function view({ id, name, createdAt, lastUsedAt, deviceType, backedUp }: Passkey): Static<typeof shown> {
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
