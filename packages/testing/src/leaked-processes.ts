// Run by leaked-processes.test.ts as a separate process, which it kills: starts one server of each kind and reports it.
import { startRedis } from "./redis.ts";
import { startS3 } from "./s3.ts";

const [redis, s3] = await Promise.all([startRedis({ appendOnly: true }), startS3()]);
process.send?.({ redisPort: redis.port, s3Port: Number(new URL(s3.endpoint).port) });
