// Cache hits per second of one gateway, relative to a bare node:http server with one Redis GET per request.
// Needs wrk.
import { startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { requestBody } from "./cards.mjs";
import { createClient } from "./client.mjs";
import { report } from "./report.mjs";
import { compare, startBaseline } from "./wrk.mjs";

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const rateLimited = await placard.startGateway({ RATE_LIMIT_API: "1000000" });
const body = requestBody(0, "png");
const redis = new Redis(placard.redis.url);
await redis.set("baseline", await createClient(placard)(body));
const baseline = await startBaseline(placard.redis.url, "baseline");

const ratios = await compare(
  { baseline: baseline.url, gateway: placard.url, "gateway, rate limit on": rateLimited.url },
  { directory: placard.directory, method: "POST", path: "/api/v1/og/generate", key: placard.key, body },
);
report({
  name: "cache hits of generate relative to bare node:http with one Redis GET",
  value: ratios["gateway"],
  goal: { atLeast: 0.2 },
});
baseline.stop();
redis.disconnect();
await placard.stop();
process.exit(0);
