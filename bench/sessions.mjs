// Session checks a second of one gateway, over a bare node:http server doing one Redis GET. Needs wrk.
import { createTestClient, startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { compare, startFloor } from "./wrk.mjs";

const placard = await startPlacard({
  renderers: 0,
  env: { RATE_LIMIT_AUTH: "0", PUBLIC_URL: "http://localhost:3000" },
  keepLogs: false,
});
const visitor = createTestClient(placard.url);
await visitor.register();
const redis = new Redis(placard.redis.url);
const { body } = await visitor.callWithToken("GET", "/auth/session");
await redis.set("floor", JSON.stringify(body));
const floor = await startFloor(placard.redis.url, "floor");

await compare(
  { floor: floor.url, gateway: placard.url },
  { directory: placard.directory, method: "GET", path: "/api/v1/auth/session", key: visitor.token() },
);
floor.stop();
redis.disconnect();
await placard.stop();
process.exit(0);
