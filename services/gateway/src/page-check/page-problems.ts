import type { SafeFetchError, SafeFetchErrorCode } from "@placard/safe-fetch";
import type { PageProblem } from "./page-check.ts";
import type { PageFacts } from "./page-facts.ts";
import { error, hint, seconds, warning, type Problems } from "./problem.ts";

/** Crawlers wait for a few seconds only, and the person who shares the link waits as well. */
const slowPageMs = 2_000;

/** What is wrong with the way in which a page is served. */
export function listPageProblems({ page }: PageFacts): Problems {
  const { url, redirects, durationMs } = page;
  return [
    url.startsWith("http:") &&
      warning(
        "page_insecure",
        "The page is served over plain http. Browsers warn of it, and messengers may show no card.",
        "Serve the page over https, and redirect http to it.",
      ),
    redirects.length > 0 &&
      hint(
        "page_redirected",
        `The link redirects ${times(redirects.length)}, to ${url}. Each redirect takes time, and some crawlers follow only a few.`,
        "Share the final address.",
      ),
    durationMs > slowPageMs &&
      warning(
        "page_slow",
        `The page took ${seconds(durationMs)} to load. Crawlers give up after a few seconds and show no card.`,
        "Cache the page, or serve it from a CDN.",
      ),
  ];
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** The problem of a page that could not be fetched. */
export function unavailablePage(failure: SafeFetchError): PageProblem {
  const message = `The page could not be fetched: ${failure.publicReason}.`;
  return error("page_unavailable", message, findFix(failure));
}

/** The reasons that depend on the address in the URL. */
const addressCodes: ReadonlySet<SafeFetchErrorCode> = new Set([
  "host_not_found",
  "local_url",
  "address_not_allowed",
  "connection_failed",
  "port_not_allowed",
]);

/** How to fix it: the same for unknown hosts, private addresses and failed connections. */
function findFix({ code, status = 0 }: SafeFetchError): string {
  if (addressCodes.has(code))
    return "Check the host in the URL: it must have a public address, and respond on port 80 or 443. A page on your own machine can only be checked by a Placard that runs there with `IMAGE_ALLOW_PRIVATE=true`.";
  if (code === "not_html") return "Check the URL: it must lead to an HTML page.";
  if (code === "timeout") return "Make the page respond faster: crawlers wait a few seconds.";
  if (status === 404 || status === 410) return "Check the path in the URL: its server has no such page.";
  if (status >= 500) return "Fix the error of its server, then check the page again.";
  return "Open it in a private window: it must be public, and return the page without signing in to every client, not only to browsers.";
}
