import { SafeFetchError, type DnsLookups, type SafeFetch } from "@placard/safe-fetch";
import { originOf } from "./site-domain.ts";
import type { VerificationCheck } from "./site-schemas.ts";
import type { Site } from "./site-store.ts";

/** How the places are read. */
export interface VerificationDependencies {
  resolveTxt: DnsLookups["resolveTxt"];
  fetchFile: SafeFetch;
}

/** For one place, in ms. */
const timeoutMs = 5_000;

/**
 * Where a domain can publish the token of a site: a TXT record, whose own name leaves the domain's records as
 * they are, or a text file (RFC 8615), with the token as one of its lines.
 */
export function verificationPlaces({ domain, token }: Pick<Site, "domain" | "token">) {
  return {
    dns: { name: `_placard.${domain.replace(/:\d+$/, "")}`, value: token },
    file: { url: `${originOf(domain)}/.well-known/placard.txt`, content: token },
  };
}

/**
 * Looks for the token of a site in both places. Several accounts can verify one domain: a name can have
 * several TXT records, and the file several lines.
 */
export async function checkSite(
  { resolveTxt, fetchFile }: VerificationDependencies,
  site: Site,
): Promise<VerificationCheck[]> {
  const { dns, file } = verificationPlaces(site);
  const found = (message: string) => ({ isFound: true, message });
  const notFound = (message: string) => ({ isFound: false, message });

  async function checkDns() {
    const signal = AbortSignal.timeout(timeoutMs);
    const values = await resolveTxt(dns.name, signal).catch(() => undefined);
    if (!values)
      return notFound(
        `The TXT records of ${dns.name} could not be read. Check the name servers of the domain, or retry later.`,
      );
    if (values.some((value) => value.trim() === site.token)) return found(`${dns.name} has the TXT record.`);
    return notFound(
      values.length > 0
        ? `${dns.name} has no TXT record with this value. Compare the value with the record.`
        : `${dns.name} has no TXT record. A new record can take minutes to appear.`,
    );
  }

  async function checkFile() {
    try {
      const { body } = await fetchFile(file.url, { timeoutMs, staysOnHost: true });
      const lines = body.toString().split(/\r?\n/);
      return lines.some((line) => line.trim() === site.token)
        ? found(`${file.url} has the token.`)
        : notFound(`${file.url} has no line with the token. Add it on a separate line.`);
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      return notFound(
        `${file.url} could not be fetched: ${error.publicReason}. Publish it with the token on a separate line.`,
      );
    }
  }

  const [inDns, inFile] = await Promise.all([checkDns(), checkFile()]);
  return [
    { method: "dns", ...inDns },
    { method: "file", ...inFile },
  ];
}
