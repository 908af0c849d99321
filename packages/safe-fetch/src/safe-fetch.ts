import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { createAddressGuard, type AddressGuard } from "./address-guard.ts";
import { createHostMatcher, withoutRootDot, type HostMatcher } from "./allowed-hosts.ts";
import { defaultPorts, portOf, type PortRange } from "./allowed-ports.ts";
import { createDnsLookups, type ResolveHost } from "./dns-lookups.ts";
import { SafeFetchError } from "./errors.ts";
import { createHostLimiter, type HostLimiter } from "./host-limiter.ts";
import { isLocalUrl } from "./local-url.ts";
import { readBody, requestOnce, withTimeLimit } from "./request.ts";

/** The rules for every request of a SafeFetch. */
export interface SafeFetchOptions {
  /** Hosts that may be contacted; `*.example.com` matches all names below it. Undefined: any host. */
  allowedHosts?: readonly string[] | undefined;
  /** Ports that may be connected to. Default: 80 and 443. */
  allowedPorts?: readonly PortRange[] | undefined;
  /**
   * Whether loopback, private and unique local addresses may be contacted. For development and tests.
   * Link-local addresses and cloud metadata services are never contacted. Default: false.
   */
  allowPrivateAddresses?: boolean | undefined;
  /** Whether http URLs are rejected. Default: false. */
  requiresHttps?: boolean | undefined;
  /** Requests sent to one host at a time; others wait until their signal aborts. Default: 6. */
  maxRequestsPerHost?: number | undefined;
  /** Redirects followed for one request. Default: 3. */
  maxRedirects?: number | undefined;
  /** Largest response body, in bytes. Default: 10 MiB. */
  maxBytes?: number | undefined;
  /** How host names are resolved. Default: DNS. */
  resolveHost?: ResolveHost | undefined;
}

export interface SafeRequest {
  /** The time for the request with its redirects, in ms: a server may respond as slowly as it likes. */
  timeoutMs: number;
  /** Ends the request before that. */
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Makes it a POST request. Its response is returned whatever its status is, and however its body ends:
   * redirects are not followed.
   */
  body?: string | undefined;
  /** Statuses other than 200 whose response is returned, such as 304. Default: none. */
  otherStatuses?: readonly number[] | undefined;
  /** Whether a redirect to another host fails with `host_not_allowed`. Default: false. */
  staysOnHost?: boolean | undefined;
  /** Whether a body larger than `maxBytes` is cut off there instead of failing. Default: false. */
  truncatesBody?: boolean | undefined;
  /** Called with the size of each chunk before it is stored. The request fails with what it throws. */
  onChunk?: ((bytes: number) => void) | undefined;
}

export interface Redirect {
  /** The URL that redirects. */
  url: URL;
  /** 301, 302, 303, 307 or 308. */
  status: number;
}

/** A response with status 200, or with another one that the request accepts. */
export interface SafeResponse {
  /** The URL that sent it, after redirects. */
  url: URL;
  status: number;
  /** The redirects that were followed, in order. */
  redirects: readonly Redirect[];
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * Sends a request to an http or https URL that is not trusted, and follows redirects of GET. Rejects with
 * SafeFetchError, with the reason of its signal, or with the error that `onChunk` throws. Leaves no
 * connection open.
 */
export type SafeFetch = (url: string, request: SafeRequest) => Promise<SafeResponse>;

/** The options of a SafeFetch, ready to be applied to each URL and each redirect. */
export interface FetchRules {
  isHostAllowed: HostMatcher;
  allowedPorts: readonly PortRange[];
  allowPrivateAddresses: boolean;
  requiresHttps: boolean;
  isAddressAllowed: AddressGuard;
  limitHost: HostLimiter;
  resolveHost: ResolveHost;
  maxRedirects: number;
  maxBytes: number;
}

const systemDns = createDnsLookups();

const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Creates a function that fetches URLs named by clients, but never from the server's own network (SSRF).
 * Every address of a host and every redirect is checked, and the connection goes to a checked address.
 */
export function createSafeFetch(options: SafeFetchOptions = {}): SafeFetch {
  const rules = createRules(options);
  return (url, request) => fetchByRules(url, rules, request);
}

/** Applies the defaults of the options. */
function createRules({
  allowedHosts,
  allowedPorts = defaultPorts,
  allowPrivateAddresses = false,
  requiresHttps = false,
  maxRequestsPerHost = 6,
  maxRedirects = 3,
  maxBytes = 10 * 1024 * 1024,
  resolveHost = systemDns.resolveHost,
}: SafeFetchOptions): FetchRules {
  return {
    isHostAllowed: createHostMatcher(allowedHosts),
    allowedPorts,
    allowPrivateAddresses,
    requiresHttps,
    isAddressAllowed: createAddressGuard({ allowPrivate: allowPrivateAddresses }),
    limitHost: createHostLimiter(maxRequestsPerHost),
    resolveHost,
    maxRedirects,
    maxBytes,
  };
}

/** Fetches a URL by the given rules; see SafeFetch. */
export function fetchByRules(href: string, rules: FetchRules, request: SafeRequest): Promise<SafeResponse> {
  return withTimeLimit(request, (signal) => followRedirects(href, rules, { ...request, signal }));
}

/** A request with the signal that ends it. */
type LimitedRequest = SafeRequest & { signal: AbortSignal };

async function followRedirects(
  href: string,
  rules: FetchRules,
  request: LimitedRequest,
): Promise<SafeResponse> {
  let url = parseUrl(href);
  const firstHost = withoutRootDot(url.hostname);
  const redirects: Redirect[] = [];
  for (;;) {
    checkUrl(url, rules);
    if (redirects.length === 0) checkNotLocal(url, rules);
    if (request.staysOnHost && withoutRootDot(url.hostname) !== firstHost)
      throw new SafeFetchError("host_not_allowed", `redirect to another host: ${url.hostname}`);
    const result = await rules.limitHost(url.hostname, request.signal, () =>
      fetchWithoutRedirect(url, rules, request),
    );
    if ("body" in result) return { ...result, url, redirects };
    if (redirects.length === rules.maxRedirects) {
      const limit = rules.maxRedirects;
      throw new SafeFetchError("too_many_redirects", `more than ${limit} redirects`, { limit });
    }
    redirects.push({ url, status: result.status });
    url = result.location;
  }
}

/** Sends one request. Resolves with the response, or with where it redirects to. */
async function fetchWithoutRedirect(
  url: URL,
  rules: FetchRules,
  { signal, headers = {}, body, otherStatuses = [], truncatesBody = false, onChunk }: LimitedRequest,
): Promise<Omit<SafeResponse, "url" | "redirects"> | { location: URL; status: number }> {
  const addresses = await findAddresses(url, rules, signal);
  const response = await requestOnce({ url, addresses }, { signal, headers, body });
  const { statusCode: status = 0 } = response;
  try {
    const location = body === undefined ? redirectLocation(response, otherStatuses) : undefined;
    if (location !== undefined) return { location: parseUrl(location, url), status };
    const options = { maxBytes: rules.maxBytes, isTruncating: truncatesBody, onChunk };
    const received = await readBody(response, options).catch((error: unknown) => {
      // The server has answered a POST request, however its response ends.
      if (body === undefined || !(error instanceof SafeFetchError)) throw error;
      return Buffer.alloc(0);
    });
    return { status, headers: response.headers, body: received };
  } finally {
    response.destroy();
  }
}

/** Where a response redirects to; undefined if it is accepted. Throws SafeFetchError for other statuses. */
function redirectLocation(
  { statusCode = 0, headers }: IncomingMessage,
  otherStatuses: readonly number[],
): string | undefined {
  if (redirectStatuses.has(statusCode) && headers.location) return headers.location;
  if (statusCode !== 200 && !otherStatuses.includes(statusCode))
    throw new SafeFetchError("unexpected_status", `response status ${statusCode}`, { status: statusCode });
  return undefined;
}

/** Throws SafeFetchError `invalid_url` if it is malformed. */
function parseUrl(href: string, base?: URL): URL {
  if (!URL.canParse(href, base?.href)) throw new SafeFetchError("invalid_url", "malformed URL");
  return new URL(href, base);
}

/** Throws SafeFetchError unless the URL, its host name and its port are allowed. */
function checkUrl(url: URL, rules: FetchRules): void {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new SafeFetchError("invalid_url", "URL scheme is neither http nor https");
  if (rules.requiresHttps && url.protocol !== "https:")
    throw new SafeFetchError("invalid_url", "URL scheme is not https");
  if (url.username !== "" || url.password !== "")
    throw new SafeFetchError("invalid_url", "URL contains a user name or a password");
  if (!rules.isHostAllowed(url.hostname))
    throw new SafeFetchError("host_not_allowed", `host is not in the list of allowed hosts: ${url.hostname}`);
  const port = portOf(url);
  if (!rules.allowedPorts.some(([first, last]) => first <= port && port <= last))
    throw new SafeFetchError("port_not_allowed", `port is not in the list of allowed ports: ${port}`, {
      limit: rules.allowedPorts.map((range) => [...new Set(range)].join("-")).join(", "),
    });
}

/** Throws SafeFetchError if the host of a client's URL is local by its name. The client knows the name. */
function checkNotLocal({ href, hostname }: URL, { allowPrivateAddresses }: FetchRules): void {
  if (!allowPrivateAddresses && isLocalUrl(href))
    throw new SafeFetchError("local_url", `host is local, not public: ${hostname}`);
}

/** Resolves with the addresses of a URL's host if every one of them is allowed. */
async function findAddresses(url: URL, rules: FetchRules, signal: AbortSignal): Promise<readonly string[]> {
  const addresses = literalAddress(url.hostname) ?? (await rules.resolveHost(url.hostname, signal));
  if (addresses.length === 0)
    throw new SafeFetchError("host_not_found", `host has no address: ${url.hostname}`);
  const disallowed = addresses.find((address) => !rules.isAddressAllowed(address));
  if (disallowed !== undefined)
    throw new SafeFetchError(
      "address_not_allowed",
      `${url.hostname} has an address that is not public: ${disallowed}`,
    );
  return addresses;
}

/** The address in a host name, if it is one. The URL class writes IPv4 in dotted decimal form. */
function literalAddress(hostname: string): string[] | undefined {
  if (hostname.startsWith("[")) return [hostname.slice(1, -1)];
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? [hostname] : undefined;
}
