import type { DailyUsage } from "@placard/client";
import { formatNumber } from "../components/counts.ts";

const [columnWidth, gap, height] = [20, 4, 120];

/**
 * A bar chart with one column per day: renders at the bottom, cache hits above. Screen readers skip it: the
 * table below it has the same numbers.
 */
export function UsageChart({
  days,
  formatDay,
}: {
  days: readonly DailyUsage[];
  formatDay: (date: string) => string;
}) {
  const max = Math.max(1, ...days.map(({ renders, cacheHits }) => renders + cacheHits));
  return (
    <figure class="usage-chart">
      <div class="row hint usage-legend">
        <span>
          <i class="renders" />
          Renders
        </span>
        <span>
          <i class="cache-hits" />
          Cache hits
        </span>
        <span>Highest day: {formatNumber(max)}</span>
      </div>
      <svg
        viewBox={`0 0 ${days.length * columnWidth} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {days.map(({ date, renders, cacheHits }, index) => {
          const x = index * columnWidth;
          const rendersHeight = (renders / max) * height;
          const hitsHeight = (cacheHits / max) * height;
          const bar = { x: x + gap / 2, width: columnWidth - gap };
          return (
            <g>
              <title>{`${formatDay(date)}: ${renders} rendered, ${cacheHits} from the cache`}</title>
              {/* The whole column shows the tooltip. */}
              <rect class="column" x={x} y={0} width={columnWidth} height={height} />
              <rect class="renders" {...bar} y={height - rendersHeight} height={rendersHeight} />
              <rect class="cache-hits" {...bar} y={height - rendersHeight - hitsHeight} height={hitsHeight} />
            </g>
          );
        })}
      </svg>
      <div class="row between hint" aria-hidden="true">
        <span>{formatDay(days.at(0)?.date ?? "")}</span>
        <span>{formatDay(days.at(-1)?.date ?? "")}</span>
      </div>
    </figure>
  );
}
