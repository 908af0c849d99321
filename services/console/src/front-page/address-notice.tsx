import type { AuthConfig } from "@placard/client";

/**
 * A link to the address where passkeys work, if this page has another one. Browsers use passkeys only on the
 * relying party's host and subdomains (Web Authentication, clause 5.1.3).
 */
export function AddressNotice({ rpId, url }: Pick<AuthConfig, "rpId" | "url">) {
  if (isInScope(location.hostname, rpId)) return null;
  return (
    <p class="notice" role="status">
      Passkeys don't work at {location.hostname}. Open the console at{" "}
      <a href={`${url}/${location.hash}`}>{url}</a>.
    </p>
  );
}

/** Whether pages of a host may use the passkeys of a relying party. */
export function isInScope(host: string, rpId: string): boolean {
  return host === rpId || host.endsWith(`.${rpId}`);
}
