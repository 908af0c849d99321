// Session checks per second of one gateway, relative to a bare node:http server with one Redis GET per
// request. Needs wrk.
import { createTestClient, startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { report } from "./report.mjs";
import { compare, startBaseline } from "./wrk.mjs";

const placard = await startPlacard({
  renderers: 0,
  env: { RATE_LIMIT_AUTH: "0", RATE_LIMIT_ACCOUNT: "0", PUBLIC_URL: "http://localhost:3000" },
  keepLogs: false,
});
const client = createTestClient(placard.url);
await client.register();
const redis = new Redis(placard.redis.url);
const { body } = await client.callWithToken("GET", "/auth/session");
await redis.set("baseline", JSON.stringify(body));
const baseline = await startBaseline(placard.redis.url, "baseline");

const ratios = await compare(
  { baseline: baseline.url, gateway: placard.url },
  { directory: placard.directory, method: "GET", path: "/api/v1/auth/session", key: client.token() },
);
report({
  name: "session checks relative to bare node:http with one Redis GET",
  value: ratios["gateway"],
  goal: { atLeast: 0.3 },
});
baseline.stop();
redis.disconnect();
await placard.stop();
process.exit(0);
