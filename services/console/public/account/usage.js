import { createElement, getElement } from "../elements.js";
import { account } from "../session.js";
import { createUsageChart } from "./usage-chart.js";

/** @typedef {import("../client/index.js").DailyUsage} DailyUsage */

const dayCount = 30;
const dayFormat = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });
const numberFormat = new Intl.NumberFormat("en");

/**
 * Shows the renders and cache hits of the last 30 days: as a chart, and as tables by day and by key.
 * @param {import("./names.js").Names} names
 */
export async function showUsage(names) {
  const { data } = await account.getAccountUsage({ days: dayCount });
  const { days } = data;
  const renders = days.reduce((sum, day) => sum + day.renders, 0);
  const hits = days.reduce((sum, day) => sum + day.cacheHits, 0);
  const total = `${count(renders, "render")} and ${count(hits, "cache hit")} in the last ${dayCount} days (UTC).`;
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

/**
 * @param {readonly DailyUsage[]} days
 * @param {import("./names.js").Names} names
 */
function sumByKey(days, names) {
  /** @type {Map<string, { title: string, renders: number, cacheHits: number, bytes: number }>} */
  const sums = new Map();
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

/**
 * @param {string} caption
 * @param {string} firstColumn
 * @param {readonly { title: string, renders: number, cacheHits: number, bytes: number }[]} rows
 */
function createTable(caption, firstColumn, rows) {
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
          ...[numberFormat.format(renders), numberFormat.format(cacheHits), formatBytes(bytes)].map((text) =>
            createElement("td", {}, text),
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {number} value
 * @param {string} noun
 */
function count(value, noun) {
  return `${numberFormat.format(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** @param {string} date `YYYY-MM-DD`, in UTC */
function formatDay(date) {
  return dayFormat.format(new Date(date));
}

/** @param {number} bytes */
function formatBytes(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(0)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
