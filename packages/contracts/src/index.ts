export { apiKeyScopes, type ApiKeyScope } from "./api-key-scopes.ts";
export {
  assetContent,
  assetFontTypes,
  assetImageTypes,
  fontAsset,
  imageAsset,
  type AssetContent,
  type FontAsset,
  type ImageAsset,
} from "./asset.ts";
export * from "./asset-job.ts";
export {
  brandColorRoles,
  brandColors,
  defaultBrandName,
  noBrandName,
  type Brand,
  type BrandColors,
} from "./brand.ts";
export { detectFormat, type FileFormat } from "./detect-format.ts";
export { summarizeErrors } from "./error-summary.ts";
export { defaultMessage, errorCodes, type ErrorCode } from "./error-codes.ts";
export { AppError, type AppErrorOptions } from "./errors.ts";
export { canonicalJson, hashJson, hashPattern } from "./canonical-json.ts";
export {
  formatOfExtension,
  imageFormatNames,
  imageFormats,
  outputFormatNames,
  outputFormats,
  type ImageFormat,
  type OutputFormat,
  type ImageFormatDescription,
} from "./image-formats.ts";
export { imageMetadata, type ImageMetadata } from "./image-metadata.ts";
export {
  continueImageDeletion,
  imageDeletionRuns,
  parseImageDeletionRun,
  type ImageDeletionRun,
} from "./image-deletion.ts";
export {
  generateOptions,
  listIgnoredOptions,
  listOptionErrors,
  maxSizes,
  optionsOfRecipe,
  outputOptions,
  recipeOptions,
  resolveOptions,
  type ResolvedOptions,
} from "./output-options.ts";
export {
  deriveImageId,
  imageIdPattern,
  ownerTag,
  ownerTagOf,
  parseRecipe,
  randomImageId,
  type Recipe,
} from "./recipe.ts";
export {
  failureTtlMs,
  rendererHeartbeat,
  renderKeys,
  webhookKeys,
  type RendererStatus,
} from "./redis-keys.ts";
export * from "./proof-job.ts";
export * from "./render-job.ts";
export * from "./short-link.ts";
export * from "./signed-link.ts";
export {
  assetKey,
  fallbackKey,
  fallbackPrefix,
  fallbackTtlSeconds,
  imageIdOfKey,
  imageKey,
  imagePrefix,
  neverExpires,
  objectPrefixesOf,
  proofKey,
  recipeKey,
  recipePrefix,
  recipePrefixOf,
  sharedOwner,
  templateKey,
  templatePrefixOf,
  uploadKey,
  uploadPrefix,
} from "./storage-keys.ts";
export { exactObject } from "./schema.ts";
export { decodeResult, encodeResult } from "./stored-result.ts";
export {
  parseTemplateName,
  type FieldValue,
  type RequestedTemplate,
  type TemplateData,
  type TemplateRef,
} from "./template-ref.ts";
export { textFitWarning, type TextFit } from "./text-fit-warning.ts";
export { normalizeText, visiblePattern } from "./text.ts";
export { warning, warningCodes, type Warning, type WarningCode } from "./warnings.ts";
export { maxUsageReports, validateUsageReport, type UsageReport } from "./usage-report.ts";
export {
  compileDataValidator,
  compileValidator,
  createValidatorCompiler,
  isEmail,
  type FieldError,
  type StringFormat,
  type ValidationResult,
} from "./validator.ts";
export {
  createWebhookEvent,
  createWebhookEventId,
  emitFunction,
  maxOutboxEvents,
  parseDroppedEvents,
  webhookEventTypes,
  type FailedImageData,
  type RenderedImageData,
  type WebhookEvent,
  type WebhookEventType,
} from "./webhook-event.ts";
export { webhookJobId, webhookQueue, type WebhookJob } from "./webhook-job.ts";
