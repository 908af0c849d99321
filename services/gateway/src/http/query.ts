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
 * from text. Absent parameters get their default, and unknown ones are ignored. It throws AppError
 * `validation_failed`.
 */
export function compileQuery<Properties extends TProperties>(schema: TObject<Properties>) {
  const properties = Object.entries<{ type?: string; default?: unknown }>(schema.properties);
  const validate = compileValidator(exactObject(schema.properties));
  return (query: Request["query"]): Static<TObject<Properties>> => {
    const values = properties.map(([name, { type, default: fallback }]) => [
      name,
      query[name] === undefined ? fallback : convert(query[name], type),
    ]);
    const checked = validate(Object.fromEntries(values.filter(([, value]) => value !== undefined)));
    if (checked.ok) return checked.value;
    throw invalidQuery(checked.errors);
  };
}

function convert(value: unknown, type: string | undefined): unknown {
  if (type === "integer" && typeof value === "string" && /^(?:0|-?[1-9]\d{0,14})$/.test(value))
    return Number(value);
  return type === "boolean" && (value === "true" || value === "false") ? value === "true" : value;
}

/** Rejects a query with unknown parameters, which are part of a `url` that is not encoded. */
export function requireEncodedUrl(query: Request["query"], { properties }: TObject): void {
  if (Object.keys(query).every((name) => Object.hasOwn(properties, name))) return;
  const message = "must be percent-encoded, so that its `&` does not end it: use encodeURIComponent";
  throw invalidQuery([{ path: "/url", message }]);
}

/** The AppError `validation_failed` for invalid query parameters, with JSON pointers of their names. */
export function invalidQuery(details: readonly FieldError[]): AppError {
  const summary = summarizeErrors(details) ?? "Query parameters failed validation.";
  return new AppError("validation_failed", {
    message: `${summary} Fix the parameters listed in \`details\`.`,
    details,
  });
}
