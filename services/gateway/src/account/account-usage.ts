import { usageCounts, usageDays, type UsageStore } from "@placard/accounts";
import Type from "typebox";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import { exactObject } from "@placard/contracts";
import { jsonResponse } from "../docs/operation.ts";

const keyUsage = exactObject(
  {
    keyId: Type.String({
      description: "the ID of an API key or a signing key",
      examples: ["q0Zs3VbNf1xYtR7K"],
    }),
    ...usageCounts,
  },
  { title: "KeyUsage" },
);
export const dailyUsage = exactObject(
  {
    date: Type.String({
      pattern: "^\\d{4}-\\d{2}-\\d{2}$",
      description: "a day in UTC",
      examples: ["2027-01-31"],
    }),
    ...usageCounts,
    keys: Type.Array(keyUsage, { description: "the usage through each key, the busiest first" }),
  },
  { title: "DailyUsage" },
);

const usageList = exactObject({
  days: Type.Array(dailyUsage),
  rendersPerDay: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()], {
    description: "the daily quota of renders; null if there is none",
    examples: [1000],
  }),
});

const usageQuery = Type.Object({
  days: Type.Integer({
    minimum: 1,
    maximum: usageDays,
    default: 30,
    description: "The number of days, including today (UTC)",
  }),
});

/** The endpoints of the account's usage. `dailyRenders` is DAILY_RENDERS: 0 if there is no quota. */
export function accountUsageEndpoints(usage: UsageStore, dailyRenders: number) {
  const get = jsonEndpoint({
    id: "getAccountUsage",
    summary: "Get the usage of your account by day",
    description:
      "What the account used on each of the last days, oldest first, in total and through each key. Days without usage are included. The total contains more than the keys: expired images that are rendered again for their links, and, of a day with more than 200 keys, all keys after those. Counters are up to date within seconds, and kept for 90 days.",
    query: usageQuery,
    responses: { 200: jsonResponse("The usage", usageList) },
    async handle({ query, owner }) {
      const days = await usage.list(owner, query.days);
      return { days, rendersPerDay: dailyRenders || null };
    },
  });

  return { get };
}
