import { isIP } from "node:net";
import { createAddressGuard } from "./address-guard.ts";

const isPublic = createAddressGuard({ allowPrivate: false });

/** Whether the host of a URL is `localhost` or a private address, without resolving names. */
export function isLocalUrl(url: string): boolean {
  const host = URL.parse(url)?.hostname.replace(/^\[|\]$/g, "") ?? "";
  return isIP(host) === 0 ? /(?:^|\.)localhost\.?$/.test(host) : !isPublic(host);
}
