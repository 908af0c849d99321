import { normalizeText, visiblePattern, exactObject } from "@placard/contracts";
import type { Response } from "express";
import Type from "typebox";
import { accountIdOf, keyIdOf } from "../http/caller.ts";
import { addressOf } from "../http/client-address.ts";
import { requestIdOf } from "../http/request-id.ts";

/** The email address of an account, in a request. */
export const emailField = Type.String({ format: "email", maxLength: 254, examples: ["ada@example.com"] });

/** The name of a person, a key or a passkey, in a request. */
export const nameField = Type.String({ maxLength: 128, pattern: visiblePattern, examples: ["Ada Lovelace"] });

export const userField = exactObject(
  {
    id: Type.String({ examples: ["iXxQx0m1S3q9u7Vb2Yc4Zg"] }),
    email: Type.String({ format: "email", examples: ["ada@example.com"] }),
    name: Type.String({ examples: ["Ada Lovelace"] }),
  },
  { title: "User" },
);

/** An email address in the form in which addresses are compared and stored. */
export function normalizeEmail(email: string): string {
  return email.toLowerCase();
}

/** A body whose `name` is normalized, if it is a string. */
export function normalizeName(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return typeof body["name"] === "string" ? { ...body, name: normalizeText(body["name"]) } : { ...body };
}

/** Who performed a request, for a security event of the account that the request acts for. */
export function actorOf(res: Response) {
  const { req } = res;
  return {
    accountId: accountIdOf(res),
    requestId: requestIdOf(res),
    actor: keyIdOf(res) !== undefined ? ("api_key" as const) : ("user" as const),
    address: addressOf(req),
    userAgent: req.headers["user-agent"],
  };
}
