import { isIP } from "node:net";

/** Labels of letters, digits and hyphens (RFC 1123, section 2.1), or underscores, which some hosts have. */
const hostPattern =
  /^(?=.{1,253}$)(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** Also `localhost`, other names of one label, IPv4 addresses, and ports. */
const developmentPattern = /^[a-z0-9_.-]{1,253}(?::[1-9]\d{0,4})?$/;

/**
 * The domain of a site in lower-case ASCII: `münchen.example` is `xn--mnchen-3ya.example`. Undefined unless
 * it is a host name that can be public. With `allowPrivateAddresses` also names and addresses of this
 * machine, with a port: for development.
 */
export function parseDomain(
  text: string,
  { allowPrivateAddresses }: { allowPrivateAddresses: boolean },
): string | undefined {
  if (/[/?#@\\\s]/.test(text)) return undefined; // parts of a URL, which the parser would remove
  const host = URL.parse(`http://${text}`)?.host ?? "";
  if (allowPrivateAddresses && developmentPattern.test(host)) return host;
  return hostPattern.test(host) && isIP(host) === 0 && !host.endsWith(".localhost") ? host : undefined;
}

/** The origin of a site's pages. A domain with a port is a development server, which has no certificate. */
export function originOf(domain: string): string {
  return `${domain.includes(":") ? "http" : "https"}://${domain}`;
}
