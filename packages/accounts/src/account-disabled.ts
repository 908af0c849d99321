import { AppError } from "@placard/contracts";

/** The AppError for a disabled account. It is thrown only after a credential of the account has been verified. */
export function accountDisabled(): AppError {
  return new AppError("forbidden", {
    message: "The account is disabled. Contact the operator of this service.",
  });
}
