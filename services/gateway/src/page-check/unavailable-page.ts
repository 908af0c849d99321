import type { PageUnavailableCode, PageUnavailableError } from "@placard/page-metadata";
import type { PageCheck } from "./page-check.ts";

/** The result for a page that could not be fetched. */
export function describeUnavailablePage(url: string, error: PageUnavailableError): PageCheck {
  return {
    url,
    redirects: [],
    previews: [],
    problems: [
      {
        code: "page_unavailable",
        severity: "error",
        message: `The page could not be fetched: ${error.publicReason}.`,
        fix: findFix(error),
      },
    ],
    images: [],
  };
}

/** The reasons that depend on the address in the URL. */
const addressCodes: ReadonlySet<PageUnavailableCode> = new Set([
  "host_not_found",
  "address_not_allowed",
  "connection_failed",
  "port_not_allowed",
]);

/** How to fix it. Like the public reason, it is the same for unknown hosts, private addresses and failed connections. */
function findFix({ code, status = 0 }: PageUnavailableError): string {
  if (addressCodes.has(code))
    return "Check the host in the URL: it must have a public address, and respond on port 80 or 443. A page on your own machine can only be checked by a Placard that runs there with `IMAGE_ALLOW_PRIVATE=true`.";
  if (code === "not_html") return "Check the URL: it must be that of an HTML page.";
  if (code === "timeout") return "Make the page respond faster: crawlers wait a few seconds.";
  if (status === 404 || status === 410) return "Check the path in the URL: its server has no such page.";
  if (status >= 500) return "Fix the error of its server, then check the page again.";
  return "Open it in a private window: it must be public, and return the page without signing in to every client, not only to browsers.";
}
