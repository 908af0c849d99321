// Run by leaked-processes.system.test.ts as a separate process, which it kills: starts one server of each
// kind and reports it.
import { startPlacard } from "./placard.ts";
import { startRedis } from "./redis.ts";

const redis = await startRedis({ appendOnly: true });
await startPlacard({ redisUrl: redis.url });
process.send?.("started");
