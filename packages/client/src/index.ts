export { createClient, type ClientOptions, type PlacardClient } from "./client.ts";
export {
  PlacardError,
  type ClientErrorCode,
  type ErrorDetail,
  type FailedRequest,
  type PlacardErrorCode,
  type PlacardErrorOptions,
  type ServerErrorCode,
} from "./errors.ts";
export type { UsageOptions } from "./account.ts";
export { imageIdOf, type GenerateRequest, type ListImagesOptions } from "./images.ts";
export { signLink, type SignLinkRequest } from "./sign-link.ts";
export type { ErrorBody } from "./envelope.ts";
export type { CacheStatus, ResponseMeta, Result } from "./meta.ts";
export type { RetryOptions } from "./retry.ts";
export type * from "./template-data.ts";
export type * from "./types.ts";
export type { ListTemplatesOptions } from "./templates.ts";
export type { CallOptions, Credential, ListOptions } from "./transport.ts";
export type { WaitOptions } from "./wait-for-job.ts";
