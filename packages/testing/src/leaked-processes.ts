// Run by leaked-processes.system.test.ts as a separate process, which it kills: starts one server of each kind and reports it.
import { startPlacard } from "./placard.ts";
import { startRedis } from "./redis.ts";
import { startS3 } from "./s3.ts";

const redis = await startRedis({ appendOnly: true });
await Promise.all([startPlacard({ redisUrl: redis.url }), startS3()]);
process.send?.("started");
