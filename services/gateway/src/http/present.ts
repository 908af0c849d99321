import Type, { type TSchema } from "typebox";
import type { Schema } from "../docs/types.ts";

/** A time in ISO 8601. */
export type Time = string & { readonly isTime: true };

/** A time, in requests and responses. */
export const timeField = Type.Unsafe<Time>(
  Type.String({ format: "date-time", examples: ["2027-01-01T12:00:00.000Z"] }),
);

/** A time that may be absent, in a response. */
export const nullableTimeField = Type.Union([timeField, Type.Null()]);

/** What `present` converts to `T`. Members that can be null or absent may be undefined. */
export type Presentable<T> = T extends Time
  ? number | string
  : T extends readonly (infer Item)[]
    ? readonly Presentable<Item>[]
    : T extends object
      ? { readonly [K in Exclude<keyof T, LooseKeys<T>>]: Presentable<T[K]> } & {
          readonly [K in LooseKeys<T>]?: Presentable<T[K]> | undefined;
        }
      : T;

type LooseKeys<T> = {
  [K in keyof T]-?: null extends T[K] ? K : object extends Pick<T, K> ? K : never;
}[keyof T];

/**
 * Converts a record to the data of a response: only the members that the schema has, times (epoch ms) in ISO
 * 8601, and null for members without a value that can be null.
 */
export function present(schema: TSchema, value: unknown): unknown {
  const { anyOf, items, properties, format, additionalProperties } = schema as Schema;
  if (anyOf?.some(({ type }) => type === "null")) {
    const [other, ...more] = anyOf.filter(({ type }) => type !== "null");
    if (value === undefined || value === null) return null;
    return other && more.length === 0 ? present(other, value) : value;
  }
  if (format === "date-time" && typeof value === "number") return new Date(value).toISOString();
  if (items && Array.isArray(value)) return value.map((item) => present(items as TSchema, item));
  if (!properties || additionalProperties !== false || typeof value !== "object") return value;
  const data: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(properties))
    data[name] = present(member, (value as Record<string, unknown>)[name]);
  return data;
}
