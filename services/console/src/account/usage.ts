import type { DailyUsage } from "@placard/client";
import type { Names } from "./names.ts";
import { formatCount, formatNumber } from "../counts.ts";
import { createElement, getElement } from "../elements.ts";
import { formatBytes } from "../format-bytes.ts";
import { account } from "../session.ts";
import { createUsageChart } from "./usage-chart.ts";

const dayCount = 30;
const dayFormat = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** Shows the renders and cache hits of the last 30 days: as a chart, and as tables by day and by key. */
export async function showUsage(names: Names) {
  const { data } = await account.getAccountUsage({ days: dayCount });
  const { days } = data;
  const renders = days.reduce((sum, day) => sum + day.renders, 0);
  const hits = days.reduce((sum, day) => sum + day.cacheHits, 0);
  const total = `${formatCount(renders, "render")} and ${formatCount(hits, "cache hit")} in the last ${dayCount} days (UTC).`;
  getElement("usage-total").textContent = total;
  getElement("usage-chart").replaceChildren(
    ...(renders + hits > 0 ? [createUsageChart(days, formatDay)] : []),
  );
  const dayRows = days.toReversed().map(({ date, ...usage }) => ({ title: formatDay(date), ...usage }));
  getElement("usage-tables").replaceChildren(
    createTable("Usage by day", "Day", dayRows),
    createTable("Usage by key", "Key", sumByKey(days, names)),
  );
  getElement("usage-details").hidden = renders + hits === 0;
}

/** Removes the usage from the page. */
export function clearUsage() {
  for (const id of ["usage-total", "usage-chart", "usage-tables"]) getElement(id).replaceChildren();
  getElement("usage-details").hidden = true;
}

function sumByKey(days: readonly DailyUsage[], names: Names) {
  const sums: Map<string, { title: string; renders: number; cacheHits: number; bytes: number }> = new Map();
  for (const { keyId, renders, cacheHits, bytes } of days.flatMap(({ keys }) => keys)) {
    const sum = sums.get(keyId) ?? {
      title: names.get(keyId) ?? `Revoked key (${keyId})`,
      renders: 0,
      cacheHits: 0,
      bytes: 0,
    };
    sums.set(keyId, {
      ...sum,
      renders: sum.renders + renders,
      cacheHits: sum.cacheHits + cacheHits,
      bytes: sum.bytes + bytes,
    });
  }
  return [...sums.values()].toSorted((a, b) => b.renders + b.cacheHits - a.renders - a.cacheHits);
}

function createTable(
  caption: string,
  firstColumn: string,
  rows: readonly { title: string; renders: number; cacheHits: number; bytes: number }[],
) {
  const headings = [firstColumn, "Renders", "Cache hits", "Image data"];
  return createElement(
    "table",
    {},
    createElement("caption", {}, caption),
    createElement(
      "thead",
      {},
      createElement("tr", {}, ...headings.map((heading) => createElement("th", { scope: "col" }, heading))),
    ),
    createElement(
      "tbody",
      {},
      ...rows.map(({ title, renders, cacheHits, bytes }) =>
        createElement(
          "tr",
          {},
          createElement("th", { scope: "row" }, title),
          ...[formatNumber(renders), formatNumber(cacheHits), formatBytes(bytes)].map((text) =>
            createElement("td", {}, text),
          ),
        ),
      ),
    ),
  );
}

/** @param date `YYYY-MM-DD`, in UTC */
function formatDay(date: string) {
  return dayFormat.format(new Date(date));
}
