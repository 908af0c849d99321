export type { PortRange } from "./allowed-ports.ts";
export { createDnsLookups, type DnsLookups, type ResolveHost } from "./dns-lookups.ts";
export { isLocalUrl } from "./local-url.ts";
export { SafeFetchError, type SafeFetchErrorCode } from "./errors.ts";
export {
  createSafeFetch,
  type SafeFetch,
  type SafeFetchOptions,
  type SafeRequest,
  type SafeResponse,
} from "./safe-fetch.ts";
