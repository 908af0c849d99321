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

  async function checkDns(): Promise<VerificationCheck> {
    const check = (isFound: boolean, message: string) => ({ method: "dns" as const, isFound, message });
    try {
      const values = await resolveTxt(dns.name, AbortSignal.timeout(timeoutMs));
      if (values.some((value) => value.trim() === site.token))
        return check(true, `${dns.name} has the TXT record.`);
      if (values.length > 0)
        return check(
          false,
          `${dns.name} has no TXT record with this value. Compare the value with the record.`,
        );
      return check(false, `${dns.name} has no TXT record. A new record can take minutes to appear.`);
    } catch {
      return check(
        false,
        `The TXT records of ${dns.name} could not be read. Check the name servers of the domain, or retry later.`,
      );
    }
  }

  async function checkFile(): Promise<VerificationCheck> {
    const check = (isFound: boolean, message: string) => ({ method: "file" as const, isFound, message });
    try {
      const { body } = await fetchFile(file.url, { timeoutMs, staysOnHost: true });
      const lines = body.toString().split(/\r?\n/);
      if (lines.some((line) => line.trim() === site.token)) return check(true, `${file.url} has the token.`);
      return check(false, `${file.url} has no line with the token. Add it on a separate line.`);
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      return check(
        false,
        `${file.url} could not be fetched: ${error.publicReason}. Publish it with the token on a separate line.`,
      );
    }
  }

  return await Promise.all([checkDns(), checkFile()]);
}
