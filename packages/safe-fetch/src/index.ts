export type { PortRange } from "./allowed-ports.ts";
export { createDnsLookups, type DnsLookups, type ResolveHost } from "./dns-lookups.ts";
export { SafeFetchError, type SafeFetchErrorCode } from "./errors.ts";
export { publicReasonOf } from "./public-reason.ts";
export {
  createSafeFetch,
  type Redirect,
  type SafeFetch,
  type SafeFetchOptions,
  type SafeRequest,
  type SafeResponse,
} from "./safe-fetch.ts";
