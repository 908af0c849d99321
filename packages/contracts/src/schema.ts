import Type, { type TObjectOptions, type TProperties } from "typebox";

/** The schema of an object that has no other members. */
export function exactObject<Properties extends TProperties>(
  properties: Properties,
  options?: TObjectOptions,
) {
  return Type.Object(properties, { ...options, additionalProperties: false });
}
