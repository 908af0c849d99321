// Run by leaked-processes.test.ts as a process of its own: starts one of each server, says so, and waits to be killed.
import { startRedis } from "./redis.ts";
import { startS3 } from "./s3.ts";

const [redis, s3] = await Promise.all([startRedis({ appendOnly: true }), startS3()]);
process.send?.({ redisPort: redis.port, s3Port: Number(new URL(s3.endpoint).port) });
