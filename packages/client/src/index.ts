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
export { imageIdOf, type ListImagesOptions } from "./images.ts";
export { signLink, type SignLinkRequest } from "./sign-link.ts";
export type * from "./account-types.ts";
export type * from "./brand-types.ts";
export type { ErrorBody } from "./envelope.ts";
export type * from "./image-types.ts";
export type { CacheStatus, RateLimit, ResponseMeta, Result, ServerTiming } from "./meta.ts";
export type { RetryOptions } from "./retry.ts";
export type * from "./site-types.ts";
export type * from "./template-data.ts";
export type * from "./template-types.ts";
export type { ListTemplatesOptions } from "./templates.ts";
export type { CallOptions, Credential, ListOptions, Paged } from "./transport.ts";
export type { WaitOptions } from "./wait-for-job.ts";
export type * from "./webauthn-types.ts";
export type * from "./webhook-types.ts";
export type { PlaygroundRequest, PlaygroundTemplate } from "./playground.ts";
