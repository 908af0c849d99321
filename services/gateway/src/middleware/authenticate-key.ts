import { AppError } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { RequestHandler, Response } from "express";
import type { ApiKey, ApiKeys } from "../accounts/api-keys.ts";
import { bearerOf } from "./bearer.ts";
import { requestIdOf } from "./request-id.ts";

interface Deps {
  apiKeys: Pick<ApiKeys, "find" | "touch">;
  logger: Logger;
}

/** Lets a request pass that bears a good API key; else AppError `unauthorized`. */
export function authenticateKey({ apiKeys, logger }: Deps): RequestHandler {
  return async (req, res, next) => {
    const secret = bearerOf(req);
    const found = secret === undefined ? undefined : await apiKeys.find(secret);
    if (secret === undefined || found === undefined) throw new AppError("unauthorized");
    res.locals["apiKey"] = found;
    apiKeys.touch(secret, found).catch((error: unknown) => {
      logger.warn({ requestId: requestIdOf(res), keyId: found.id, err: error }, "use of a key not noted");
    });
    next();
  };
}

/** The API key that the request behind this response bore. */
export function apiKeyOf(res: Response): ApiKey {
  return res.locals["apiKey"];
}
