import { AppError } from "@placard/contracts";

/** The AppError for a version that never existed, or is not kept any more. */
export function versionGone(id: string, version: number | undefined, current: number): AppError {
  return new AppError("gone", {
    message: `Version ${version} of the template ${id} is not available. Use ${id}@${current}.`,
  });
}

/** The AppError for a template that was deleted. */
export function templateGone(id: string): AppError {
  return new AppError("gone", {
    message: `The template ${id} was deleted. Create it again, or use another one.`,
  });
}
