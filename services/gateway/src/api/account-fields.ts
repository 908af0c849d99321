import { normaliseText, visible } from "@placard/contracts";
import Type from "typebox";

/** An account's e-mail as a request gives it. */
export const emailField = Type.String({ format: "email", maxLength: 254 });

/** A name that a person gives to themselves or to a thing of theirs. */
export const nameField = Type.String({ maxLength: 128, pattern: visible });

/** A time as answers give it. */
export const timeField = Type.String({ format: "date-time" });

/** The same; null where there is none. */
export const timeOrNull = Type.Union([timeField, Type.Null()]);

/** A person with an account, as answers give them. */
export const userField = Type.Object(
  { id: Type.String(), email: Type.String({ format: "email" }), name: Type.String() },
  { additionalProperties: false, title: "User" },
);

/** E-mails are compared in lower case. */
export function normaliseEmail(email: string): string {
  return email.toLowerCase();
}

/** A body with its `name` normalised, if it is a text. */
export function withNormalName(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return typeof body["name"] === "string" ? { ...body, name: normaliseText(body["name"]) } : { ...body };
}

/** A time (epoch ms) as answers give it; null where there is none. */
export function isoTime<T extends number | undefined>(time: T): T extends number ? string : string | null;
export function isoTime(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
