// Cache hits a second of one gateway, over a bare node:http server doing one Redis GET. Needs wrk.
import { startPlacard } from "@placard/testing";
import { Redis } from "ioredis";
import { requestBody } from "./cards.mjs";
import { createClient } from "./client.mjs";
import { compare, startFloor } from "./wrk.mjs";

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const limited = await placard.startGateway({ RATE_LIMIT_API: "1000000" });
const body = requestBody(0, "png");
const redis = new Redis(placard.redis.url);
await redis.set("floor", JSON.stringify(await createClient(placard)(body)));
const floor = await startFloor(placard.redis.url, "floor");

await compare(
  { floor: floor.url, gateway: placard.url, "gateway, rate limit on": limited.url },
  { directory: placard.directory, method: "POST", path: "/api/v1/og/generate", key: placard.key, body },
);
floor.stop();
redis.disconnect();
await placard.stop();
process.exit(0);
