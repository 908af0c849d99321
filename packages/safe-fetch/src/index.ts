export type { PortRange } from "./allowed-ports.ts";
export { SafeFetchError, type SafeFetchErrorCode } from "./errors.ts";
export { publicReasonOf } from "./public-reason.ts";
export type { ResolveHost } from "./resolve-host.ts";
export {
  createSafeFetch,
  type Redirect,
  type SafeFetch,
  type SafeFetchOptions,
  type SafeRequest,
  type SafeResponse,
} from "./safe-fetch.ts";
