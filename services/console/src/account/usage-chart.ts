import type { DailyUsage } from "@placard/client";
import { createElement } from "../elements.ts";

const svgNamespace = "http://www.w3.org/2000/svg";
const [columnWidth, gap, height] = [20, 4, 120];

/**
 * Creates a bar chart with one column per day: renders at the bottom, cache hits above. Screen readers skip it: the table
 * below it has the same numbers.
 */
export function createUsageChart(days: readonly DailyUsage[], formatDay: (date: string) => string) {
  const max = Math.max(1, ...days.map(({ renders, cacheHits }) => renders + cacheHits));
  const columns = days.map(({ date, renders, cacheHits }, index) => {
    const x = index * columnWidth;
    const rendersHeight = (renders / max) * height;
    const hitsHeight = (cacheHits / max) * height;
    const title = createSvg("title", {});
    title.textContent = `${formatDay(date)}: ${renders} rendered, ${cacheHits} from the cache`;
    return createSvg(
      "g",
      {},
      title,
      // The whole column shows the tooltip.
      createSvg("rect", { class: "column", x, y: 0, width: columnWidth, height }),
      createBar("renders", x, height - rendersHeight, rendersHeight),
      createBar("cache-hits", x, height - rendersHeight - hitsHeight, hitsHeight),
    );
  });
  const width = days.length * columnWidth;
  const chart = createSvg(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: "none", "aria-hidden": "true" },
    ...columns,
  );
  return createElement(
    "figure",
    { className: "usage-chart" },
    createElement(
      "div",
      { className: "usage-legend" },
      createElement("span", { className: "renders" }, "Renders"),
      createElement("span", { className: "cache-hits" }, "Cache hits"),
      createElement("span", { className: "maximum" }, `Highest day: ${max.toLocaleString("en")}`),
    ),
    chart,
    createElement(
      "div",
      { className: "usage-axis", "aria-hidden": "true" },
      createElement("span", {}, formatDay(days.at(0)?.date ?? "")),
      createElement("span", {}, formatDay(days.at(-1)?.date ?? "")),
    ),
  );
}

function createBar(className: string, x: number, y: number, barHeight: number) {
  const width = columnWidth - gap;
  return createSvg("rect", { class: className, x: x + gap / 2, y, width, height: barHeight });
}

function createSvg(name: string, attributes: Readonly<Record<string, string | number>>, ...children: Node[]) {
  const element = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, `${value}`);
  element.append(...children);
  return element;
}
