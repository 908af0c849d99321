import { AppError, summarizeErrors, type FieldError } from "@placard/contracts";

/** The AppError for query parameters that are invalid: `validation_failed`, with the JSON pointers of their names. */
export function invalidQuery(details: readonly FieldError[]): AppError {
  const summary = summarizeErrors(details) ?? "Query parameters failed validation.";
  return new AppError("validation_failed", {
    message: `${summary} Fix the parameters listed in \`details\`.`,
    details,
  });
}
