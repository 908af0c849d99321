import type { Passkey, UserStore } from "@placard/accounts";
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
  users: Pick<UserStore, "listPasskeys" | "renamePasskey" | "deletePasskey">;
  /** Authenticates the session. */
  guard: Middleware;
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
const shared = { tag: "accounts" } as const;
const one = [{ in: "path", name: "id", description: "The passkey's id", schema: Type.String() }] as const;
const listPasskeys: Operation = {
  ...shared,
  id: "listPasskeys",
  summary: "Your passkeys, the oldest first",
  responses: { 200: { description: "All of them", data: passkeyList, example: { passkeys: [example] } } },
};
const renamePasskey: Operation = {
  ...shared,
  id: "renamePasskey",
  summary: "Rename a passkey",
  parameters: one,
  body: { schema: newName, examples: { plain: { name: "Old phone" } } },
  responses: { 200: { description: "The passkey", data: shown, example } },
  errors: ["not_found"],
};
const removePasskey: Operation = {
  ...shared,
  id: "removePasskey",
  summary: "Remove a passkey",
  description: "An account's last one stays.",
  parameters: one,
  responses: { 200: { description: "It is removed", data: nothing, example: {} } },
  errors: ["not_found", "last_passkey"],
};
const renaming = compileValidator(newName);

/** The passkeys of the user whose session a request bears. */
export function passkeyRoutes({ users, guard, logger }: Deps): Routes {
  const list: RequestHandler<PathParameters> = async (_req, res) => {
    const passkeys = await users.listPasskeys(sessionOf(res).user.id);
    sendData<Static<typeof passkeyList>>(res, { passkeys: passkeys.map(view) });
  };

  const rename: RequestHandler<PathParameters> = async (req, res) => {
    const { name } = validBody(renaming, withNormalName(req.body));
    const { id: userId } = sessionOf(res).user;
    const passkeyId = req.params.id;
    if ((await users.renamePasskey(userId, passkeyId, name)) !== "done") throw noPasskey();
    logger.info({ requestId: requestIdOf(res), userId, passkeyId }, "passkey renamed");
    const renamed = (await users.listPasskeys(userId)).find(({ id }) => id === passkeyId);
    if (!renamed) throw noPasskey();
    sendData<Static<typeof shown>>(res, view(renamed));
  };

  const remove: RequestHandler<PathParameters> = async (req, res) => {
    const { id: userId } = sessionOf(res).user;
    const passkeyId = req.params.id;
    const outcome = await users.deletePasskey(userId, passkeyId);
    if (outcome === "last_passkey") throw new AppError("last_passkey");
    if (outcome === "not_found") throw noPasskey();
    logger.info({ requestId: requestIdOf(res), userId, passkeyId }, "passkey removed");
    sendData<Static<typeof nothing>>(res, {});
  };

  return {
    "/api/v1/auth/passkeys": { get: { about: listPasskeys, handlers: [guard, list] } },
    "/api/v1/auth/passkeys/:id": {
      patch: { about: renamePasskey, handlers: [guard, jsonBody(), rename] },
      delete: { about: removePasskey, handlers: [guard, remove] },
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
