import { AppError, type FieldError } from "@placard/contracts";

/** The AppError for query parameters that are invalid: `validation_failed`, with the JSON pointers of their names. */
export function invalidQuery(details: readonly FieldError[]): AppError {
  return new AppError("validation_failed", {
    message: "Query parameters failed validation. Fix the parameters listed in `details`.",
    details,
  });
}
