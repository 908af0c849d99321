import type { PageProblem } from "./page-check.ts";
import type { PageFacts } from "./page-facts.ts";
import { list, robotsFix, seconds } from "./problem-texts.ts";

/** Crawlers wait for a few seconds only, and the person who shares the link waits as well. */
const slowPageMs = 2_000;
/** Reported for Slack's crawler, which asks for the beginning of a page with a `Range` header. */
const slackChars = 32 * 1024;

/** What is wrong with the way in which a page is served. */
export function listPageProblems({ page, blocked }: PageFacts): PageProblem[] {
  const problems: PageProblem[] = [];
  const { url, redirects, durationMs, html, isTruncated } = page;

  if (url.startsWith("http:")) {
    problems.push({
      code: "page_insecure",
      severity: "warning",
      message: "The page is served over plain http. Browsers warn of it, and messengers may show no card.",
      fix: "Serve the page over https, and redirect http to it.",
    });
  }
  if (redirects.length > 0) {
    problems.push({
      code: "page_redirected",
      severity: "hint",
      message: `The link redirects ${times(redirects.length)}, to ${url}. Each redirect takes time, and some crawlers follow only a few.`,
      fix: "Share the final address.",
    });
  }
  if (durationMs > slowPageMs) {
    problems.push({
      code: "page_slow",
      severity: "warning",
      message: `The page took ${seconds(durationMs)} to load. Crawlers give up after a few seconds and show no card.`,
      fix: "Cache the page, or serve it from a CDN.",
    });
  }
  const firstTag = html.search(/\bog:(title|image)\b/);
  if (firstTag > slackChars || isTruncated) {
    problems.push({
      code: "tags_late",
      severity: "warning",
      message: `${isTruncated ? "The page is larger than 1 MiB" : `The first Open Graph tag comes after ${Math.round(firstTag / 1024)} KiB of the page`}. Crawlers read only its beginning: Slack's, 32 KiB.`,
      fix: "Move the meta tags to the start of `<head>`, before styles and scripts.",
    });
  }
  const blockedHere = blocked.filter(({ blocks }) => blocks === "page");
  if (blockedHere.length > 0) {
    problems.push({
      code: "page_blocked",
      severity: "error",
      message: `robots.txt of ${new URL(url).host} does not let ${list(blockedHere.map(({ robot }) => robot))} read the page.`,
      fix: robotsFix(blockedHere.map(({ robot }) => robot)),
      platforms: blockedHere.map(({ platform }) => platform),
    });
  }
  return problems;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
