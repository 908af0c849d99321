import {
  AppError,
  compileValidator,
  exactObject,
  summarizeErrors,
  type FieldError,
} from "@placard/contracts";
import type { Request } from "express";
import type { Static, TObject, TProperties } from "typebox";

/**
 * Creates the function that reads the query of an operation by its schema. Numbers and booleans are converted
 * from text, and absent parameters get their default. It throws AppError `validation_failed`, also for
 * unknown parameters.
 */
export function compileQuery<Properties extends TProperties>(schema: TObject<Properties>) {
  const properties = new Map(Object.entries<{ type?: string; default?: unknown }>(schema.properties));
  const defaults = [...properties].flatMap(([name, property]) =>
    property.default === undefined ? [] : [[name, property.default] as const],
  );
  const validate = compileValidator(exactObject(schema.properties));
  return (query: Request["query"]): Static<TObject<Properties>> => {
    const sent = Object.entries(query);
    // What follows an `&` in a URL that is not encoded is not part of it.
    if (properties.has("url") && query["url"] !== undefined && sent.some(([name]) => !properties.has(name)))
      throw invalidQuery([{ path: "/url", message: notEncoded }]);
    const values = sent.map(([name, value]) => [name, convert(value, properties.get(name)?.type)] as const);
    const checked = validate(Object.fromEntries([...defaults, ...values]));
    if (checked.ok) return checked.value;
    throw invalidQuery(checked.errors);
  };
}

const notEncoded = "must be percent-encoded, so that its `&` does not end it: use encodeURIComponent";

function convert(value: unknown, type: string | undefined): unknown {
  if (type === "integer" && typeof value === "string" && /^(?:0|-?[1-9]\d{0,14})$/.test(value))
    return Number(value);
  return type === "boolean" && (value === "true" || value === "false") ? value === "true" : value;
}

/** The AppError `validation_failed` for invalid query parameters, with JSON pointers of their names. */
export function invalidQuery(details: readonly FieldError[]): AppError {
  const summary = summarizeErrors(details) ?? "Query parameters failed validation.";
  return new AppError("validation_failed", {
    message: `${summary} Fix the parameters listed in \`details\`.`,
    details,
  });
}
