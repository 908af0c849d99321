import {
  createUsageStore,
  createUserStore,
  noUsage,
  operatorAccountId,
  usageDays,
  type DailyUsage,
  type UsageCounts,
} from "@placard/accounts";
import { formatBytes } from "@placard/contracts/format-bytes";
import { queueOptions, renderQueues, type RenderJob } from "@placard/contracts";
import { utcDays, type RedisClient } from "@placard/runtime";
import { Queue } from "bullmq";
import { findAccount } from "./accounts.ts";
import { parseCount, UsageError, type Command, type Context, type Result } from "./command.ts";
import { formatList, formatTable } from "./format.ts";
import { measureMemory, type KeyMemory } from "./memory-usage.ts";
import { withRedis } from "./run-with-redis.ts";

const defaultDays = 7;
const defaultTop = 10;
const maxTop = 1_000;

/** `usage`: what accounts have used. */
export const usageCommand: Command = {
  name: "usage",
  summary: "Show the accounts with the most waiting jobs and renders, or the usage of one account by day",
  synopsis: "[--account EMAIL|ID] [--days DAYS] [--top COUNT] [--memory]",
  notes: [
    `DAYS  UTC days including today, 1 to ${usageDays}; ${defaultDays} by default`,
    `COUNT  how many accounts, 1 to ${maxTop}; ${defaultTop} by default`,
    "--memory  shows the memory of Redis by kind of key and account instead",
  ],
  prepare({ options }) {
    const { account } = options;
    const days = parseCount(options, "days", usageDays) ?? defaultDays;
    const top = parseCount(options, "top", maxTop);
    if (options["memory"] === true) {
      if (options["days"] !== undefined) throw new UsageError("--days cannot be used with --memory.");
      return withRedis((context) => showMemory(context, { account, top: top ?? defaultTop }));
    }
    if (typeof account !== "string") return withRedis((context) => listTop(context, days, top ?? defaultTop));
    if (top !== undefined) throw new UsageError("--top cannot be used with --account.");
    return withRedis((context) => showUsage(context, account, days));
  },
};

async function showUsage(context: Context, account: string, days: number): Promise<Result> {
  const operatorId = await operatorAccountId(context.redis);
  const id = account === operatorId ? operatorId : (await findAccount(context, account)).id;
  const usage = await createUsageStore(context).list(id, days);
  return { text: formatUsage(usage), data: usage };
}

/**
 * The accounts with the most waiting jobs, then with the most renders. The renders of an account count on the
 * days on which it was among the first 1,000.
 */
async function listTop(context: Context, days: number, count: number): Promise<Result> {
  const store = createUsageStore(context);
  const totals = new Map<string, number>();
  for (const day of utcDays(context.now(), days))
    for (const { account, renders } of await store.top(day, maxTop))
      totals.set(account, (totals.get(account) ?? 0) + renders);
  const waiting = await countWaitingJobs(context.redis);
  const counts = [...new Set([...waiting.keys(), ...totals.keys()])].map((id) => ({
    id,
    renders: totals.get(id) ?? 0,
    waiting: waiting.get(id) ?? 0,
  }));
  const first = counts.toSorted((a, b) => b.waiting - a.waiting || b.renders - a.renders).slice(0, count);
  const users = createUserStore(context.redis);
  const operatorId = await operatorAccountId(context.redis);
  const accounts = await Promise.all(
    first.map(async (each) => ({ ...each, email: (await users.findUser(each.id))?.email ?? null })),
  );
  const text = formatList("renders", accounts, {
    WAITING: (each) => `${each.waiting}`,
    RENDERS: ({ renders }) => `${renders}`,
    ID: ({ id }) => id,
    EMAIL: ({ id, email }) => email ?? (id === operatorId ? "(operator account)" : "(deleted)"),
  });
  return { text, data: accounts };
}

/** The memory of all keys, or of an account's, by kind, and the accounts that take most of it. */
async function showMemory(
  context: Context,
  { account, top }: { account: string | boolean | undefined; top: number },
): Promise<Result> {
  const operatorId = await operatorAccountId(context.redis);
  const isSingle = typeof account === "string";
  const id = isSingle && account !== operatorId ? (await findAccount(context, account)).id : account;
  const measured = (await measureMemory(context.redis)).filter((each) => !isSingle || each.account === id);
  const byKind = sumBy(measured, ({ kind }) => kind);
  const kinds = byKind.map(([kind, sums]) => ({ kind, ...sums }));
  const byAccount = sumBy(measured, (each) => each.account ?? "").slice(0, top);
  const users = createUserStore(context.redis);
  const accounts = await Promise.all(
    byAccount.map(async ([each, sums]) => ({
      id: each === "" ? null : each,
      email: (await users.findUser(each))?.email ?? null,
      ...sums,
    })),
  );
  const sums = { keys: totalOf(kinds, "keys"), bytes: totalOf(kinds, "bytes") };
  const columns = (each: Sum) => [`${each.keys}`, formatBytes(each.bytes)];
  const rows = [...kinds, { kind: "Total", ...sums }].map((each) => [each.kind, ...columns(each)]);
  const accountRows = accounts.map(({ id: each, email, ...counts }) => [
    each ?? "(no account)",
    ...columns(counts),
    email ?? (each === operatorId ? "(operator account)" : ""),
  ]);
  const tables = [[["KIND", "KEYS", "MEMORY"], ...rows]];
  if (!isSingle) tables.push([["ACCOUNT", "KEYS", "MEMORY", "EMAIL"], ...accountRows]);
  return {
    text: tables.map((table) => formatTable(table)).join("\n\n"),
    data: { total: sums, kinds, ...(!isSingle && { accounts }) },
  };
}

type Sum = Pick<KeyMemory, "keys" | "bytes">;

function totalOf(values: readonly Sum[], name: keyof Sum): number {
  return values.reduce((all, each) => all + each[name], 0);
}

/** The sums of groups, the largest first. */
function sumBy(measured: readonly KeyMemory[], nameOf: (each: KeyMemory) => string): [string, Sum][] {
  const groups = new Map<string, Sum>();
  for (const each of measured) {
    const { keys, bytes } = groups.get(nameOf(each)) ?? { keys: 0, bytes: 0 };
    groups.set(nameOf(each), { keys: keys + each.keys, bytes: bytes + each.bytes });
  }
  return [...groups].toSorted(([, a], [, b]) => b.bytes - a.bytes);
}

/** The usage of an account by day, and in total, as a table. */
export function formatUsage(usage: readonly DailyUsage[]): string {
  const total = usage.reduce<UsageCounts>(
    (sum, day) => ({
      renders: sum.renders + day.renders,
      cacheHits: sum.cacheHits + day.cacheHits,
      bytes: sum.bytes + day.bytes,
      remoteBytes: sum.remoteBytes + day.remoteBytes,
    }),
    noUsage,
  );
  const row = (label: string, { renders, cacheHits, bytes, remoteBytes }: UsageCounts) => [
    label,
    `${renders}`,
    `${cacheHits}`,
    formatBytes(bytes),
    formatBytes(remoteBytes),
  ];
  return formatTable([
    ["DAY", "RENDERS", "CACHE HITS", "RENDERED", "FETCHED"],
    ...usage.map((day) => row(day.date, day)),
    row("Total", total),
  ]);
}

/** The waiting jobs of each queue that are counted: more than QUEUE_LIMIT permits. */
const maxJobs = 10_000;

/**
 * Counts the jobs that wait in the render queues now, by account ID. Of a queue with more than 10,000 of
 * them, the oldest are counted. Rejects if Redis is unavailable.
 */
async function countWaitingJobs(redis: RedisClient): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const name of renderQueues) {
    const queue = new Queue<RenderJob>(name, { connection: redis, ...queueOptions });
    try {
      const jobs = await queue.getJobs(["wait", "prioritized"], 0, maxJobs - 1, true);
      for (const job of jobs) {
        const owner = job.data.recipe.owner;
        counts.set(owner, (counts.get(owner) ?? 0) + 1);
      }
    } finally {
      await queue.close();
    }
  }
  return counts;
}
