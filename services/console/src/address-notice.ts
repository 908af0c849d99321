import type { AuthConfig } from "@placard/client";
import { createElement, getElement } from "./elements.ts";

/**
 * Shows a link to the address where passkeys work, if this page has another one: a browser uses the passkeys of a relying party
 * only on its host and on subdomains (Web Authentication, clause 5.1.3).
 */
export function showAddressNotice({ rpId, url }: Pick<AuthConfig, "rpId" | "url">) {
  const notice = getElement("address-notice");
  notice.hidden = isInScope(location.hostname, rpId);
  if (notice.hidden) return;
  const link = createElement("a", { href: `${url}/${location.hash}` }, url);
  notice.replaceChildren(`Passkeys don't work at ${location.hostname}. Open the console at `, link, ".");
}

/** Whether pages of a host may use the passkeys of a relying party. */
export function isInScope(host: string, rpId: string): boolean {
  return host === rpId || host.endsWith(`.${rpId}`);
}
