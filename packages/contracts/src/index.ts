export { AppError, errorCodes, type AppErrorOptions, type ErrorCode } from "./errors.ts";
export {
  generateRequests,
  imageFormats,
  outputOptions,
  parseGenerateRequest,
  type GenerateRequest,
  type ImageFormat,
  type Recipe,
} from "./generate-request.ts";
export { deriveImageId, imageIdPattern, randomImageId } from "./image-id.ts";
export * from "./render-job.ts";
export { failureLifeMs, rendererBeat, renderKeys } from "./render-keys.ts";
export * from "./signed-link.ts";
export { imageKey, imagePrefix, recipeKey, recipePrefix } from "./stored-keys.ts";
export { normaliseText } from "./text.ts";
export { compileValidator, type ValidationResult, type FieldError } from "./validator.ts";
export { visible } from "@placard/templates";
