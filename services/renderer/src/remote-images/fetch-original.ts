import type { IncomingMessage } from "node:http";
import type { AddressGuard } from "./address-guard.ts";
import type { HostRules } from "./host-rules.ts";
import { ImageUnavailableError } from "./image-unavailable.ts";
import { readBody } from "./read-body.ts";
import { requestOnce, type Target } from "./request-once.ts";
import type { ResolveHost } from "./resolve-host.ts";

/** Where images may come from. */
export interface FetchRules {
  allowsHost: HostRules;
  allowsAddress: AddressGuard;
  resolve: ResolveHost;
}

const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);

/**
 * Fetches a file from anywhere the rules allow, following at most 3 redirects, each held to the same rules. `claim` is
 * told of bytes before they are kept. Rejects with ImageUnavailableError, with whatever `claim` throws, or with what
 * Node says of a connection; leaves no connection open.
 */
export async function fetchOriginal(
  href: string,
  rules: FetchRules,
  { signal, claim }: { signal: AbortSignal; claim: (bytes: number) => void },
): Promise<Buffer> {
  let url = parse(href);
  for (let hop = 0; hop <= mostRedirects; hop++) {
    const response = await requestOnce(await check(url, rules, signal), signal);
    try {
      const location = redirectOf(response);
      if (location === undefined) return await readBody(response, claim);
      url = parse(location, url);
    } finally {
      response.destroy();
    }
  }
  throw new ImageUnavailableError(`it redirects more than ${mostRedirects} times`);
}

/** Where a response sends us; undefined where it is the file itself. */
function redirectOf({ statusCode = 0, headers }: IncomingMessage): string | undefined {
  if (redirects.has(statusCode) && headers.location) return headers.location;
  if (statusCode !== 200) throw new ImageUnavailableError(`its host answered ${statusCode}`);
  return undefined;
}

function parse(href: string, base?: URL): URL {
  if (!URL.canParse(href, base?.href))
    throw new ImageUnavailableError("its URL, or one it redirects to, is none");
  return new URL(href, base);
}

/** Resolves with the addresses of a URL's host if every one of them, and the URL itself, are allowed. */
async function check(url: URL, rules: FetchRules, signal: AbortSignal): Promise<Target> {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ImageUnavailableError("its URL, or one it redirects to, is neither http nor https");
  if (url.username !== "" || url.password !== "")
    throw new ImageUnavailableError("its URL, or one it redirects to, has a user or a password");
  if (!rules.allowsHost(url.hostname))
    throw new ImageUnavailableError(`IMAGE_HOSTS_ALLOW does not list ${url.hostname}`);
  const addresses = literal(url.hostname) ?? (await rules.resolve(url.hostname, signal));
  const refused = addresses.find((address) => !rules.allowsAddress(address));
  if (refused !== undefined || addresses.length === 0)
    throw new ImageUnavailableError(`${url.hostname} has an address that is not public: ${refused}`);
  return { url, addresses };
}

/** The address that a host is, where it is one. URLs have IPv4 in one form only, whichever it was written in. */
function literal(hostname: string): string[] | undefined {
  if (hostname.startsWith("[")) return [hostname.slice(1, -1)];
  return /^\d+\.\d+\.\d+\.\d+$/.test(hostname) ? [hostname] : undefined;
}
