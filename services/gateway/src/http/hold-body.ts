import type { ByteBudget } from "@placard/runtime";
import type { RequestHandler } from "express";
import { accountIdOf } from "./caller.ts";
import { addressOf } from "./client-address.ts";

/**
 * Counts the bytes of a body, from before they are received until the response, for the account, or for the
 * client's address if the request has none. Throws AppError `overloaded`.
 */
export function holdBody(budget: Pick<ByteBudget, "hold" | "drop">, maxBytes: number): RequestHandler {
  return (req, res, next) => {
    const owner = accountIdOf(res) ?? addressOf(req);
    const { "content-length": length, "content-encoding": coding } = req.headers;
    const bytes = Math.min(coding === undefined ? Number(length ?? maxBytes) : maxBytes, maxBytes);
    budget.hold(owner, bytes);
    const drop = () => budget.drop(owner, bytes);
    if (res.closed) drop();
    else res.once("close", drop);
    next();
  };
}
