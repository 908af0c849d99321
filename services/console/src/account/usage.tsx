import type { DailyUsage } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { formatCount, formatNumber } from "../components/counts.ts";
import { formatBytes } from "@placard/contracts/format-bytes";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Card } from "../components/page.tsx";
import type { Names } from "./event-texts.ts";

const dayCount = 30;
const dayFormat = new Intl.DateTimeFormat("en", { month: "short", day: "numeric", timeZone: "UTC" });

/** The renders and cache hits of the last 30 days: as a chart, and as tables by day and by key. */
export function Usage({ names }: { names: Names }) {
  const { api } = useAccount();
  const usage = useLoaded(
    "your usage",
    async () => (await api.getAccountUsage({ days: dayCount })).data.days,
  );
  return (
    <Card title="Usage">
      <Loaded from={usage}>
        {(days) => {
          const renders = days.reduce((sum, day) => sum + day.renders, 0);
          const hits = days.reduce((sum, day) => sum + day.cacheHits, 0);
          return (
            <>
              <p class="hint">
                {formatCount(renders, "render")} and {formatCount(hits, "cache hit")} in the last {dayCount}{" "}
                days (UTC). <a href="docs/limits">Limits and quotas</a>
              </p>
              {renders + hits > 0 && <UsageDetails days={days} names={names} />}
            </>
          );
        }}
      </Loaded>
    </Card>
  );
}

function UsageDetails({ days, names }: { days: readonly DailyUsage[]; names: Names }) {
  const dayRows = days.toReversed().map(({ date, ...counts }) => ({ title: formatDay(date), ...counts }));
  return (
    <>
      <UsageChart days={days} />
      <details>
        <summary>Show the numbers as tables</summary>
        <div class="grid tables">
          <UsageTable caption="Usage by day" firstColumn="Day" rows={dayRows} />
          <UsageTable caption="Usage by key" firstColumn="Key" rows={sumByKey(days, names)} />
        </div>
      </details>
    </>
  );
}

/**
 * A bar chart with one column per day: renders at the bottom, cache hits above. Screen readers skip it: the
 * table below it has the same numbers.
 */
function UsageChart({ days }: { days: readonly DailyUsage[] }) {
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
      <div class="usage-days" aria-hidden="true">
        {days.map(({ date, renders, cacheHits }) => (
          <div title={`${formatDay(date)}: ${renders} rendered, ${cacheHits} from the cache`}>
            <i class="cache-hits" style={{ height: `${(100 * cacheHits) / max}%` }} />
            <i class="renders" style={{ height: `${(100 * renders) / max}%` }} />
          </div>
        ))}
      </div>
      <div class="row between hint" aria-hidden="true">
        <span>{formatDay(days.at(0)?.date ?? "")}</span>
        <span>{formatDay(days.at(-1)?.date ?? "")}</span>
      </div>
    </figure>
  );
}

interface UsageRow {
  title: string;
  renders: number;
  cacheHits: number;
  bytes: number;
}

function sumByKey(days: readonly DailyUsage[], names: Names): UsageRow[] {
  const sums = new Map<string, UsageRow>();
  for (const { keyId, renders, cacheHits, bytes } of days.flatMap(({ keys }) => keys)) {
    const title = names.get(keyId) ?? `Revoked key (${keyId})`;
    const sum = sums.get(keyId) ?? { title, renders: 0, cacheHits: 0, bytes: 0 };
    sum.renders += renders;
    sum.cacheHits += cacheHits;
    sum.bytes += bytes;
    sums.set(keyId, sum);
  }
  return [...sums.values()].toSorted((a, b) => b.renders + b.cacheHits - a.renders - a.cacheHits);
}

function UsageTable({
  caption,
  firstColumn,
  rows,
}: {
  caption: string;
  firstColumn: string;
  rows: readonly UsageRow[];
}) {
  return (
    <table>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {[firstColumn, "Renders", "Cache hits", "Image data"].map((heading) => (
            <th scope="col">{heading}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ title, renders, cacheHits, bytes }) => (
          <tr>
            <th scope="row">{title}</th>
            <td>{formatNumber(renders)}</td>
            <td>{formatNumber(cacheHits)}</td>
            <td>{formatBytes(bytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** @param date `YYYY-MM-DD`, in UTC */
function formatDay(date: string) {
  return dayFormat.format(new Date(date));
}
