import { renderKeys } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import { failed, ok, warning, type Finding } from "./finding.ts";

/** The fields of INFO that the checks use. */
export type RedisInfo = Readonly<Record<string, string | undefined>>;

/** BullMQ 6 recommends this version; GETDEL, which ceremonies use, requires it. */
const minimumVersion = [6, 2] as const;

// In a script with a key: in a cluster it then runs on the node that has Placard's slot.
const infoScript = `
return redis.call("INFO", "server") .. redis.call("INFO", "memory") .. redis.call("INFO", "persistence")`;

/** Reads INFO of the server, in a cluster of the node that has Placard's keys. */
export async function readRedisInfo(redis: RedisClient): Promise<RedisInfo> {
  const text = (await redis.eval(infoScript, 1, renderKeys.rendererAlive)) as string;
  const lines = text.split("\r\n").filter((line) => line.includes(":"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1)]),
  );
}

/** Whether the version of Redis has all commands that Placard uses. */
export function checkRedisVersion({ redis_version: version = "", server_name: name }: RedisInfo): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isSupported =
    major > minimumVersion[0] || (major === minimumVersion[0] && minor >= minimumVersion[1]);
  const server = name === "valkey" ? `Valkey, compatible with Redis ${version}` : `Redis ${version}`;
  return isSupported ? ok(`${server}.`) : failed(`${server} is too old. Upgrade to Redis 6.2 or later.`);
}

/** Whether accounts survive a restart of Redis. */
export async function checkRedisPersistence(redis: RedisClient, info: RedisInfo): Promise<Finding> {
  const { aof_enabled, aof_last_write_status, rdb_last_bgsave_status } = info;
  if (aof_enabled === "1")
    return aof_last_write_status === "err"
      ? failed("Redis could not write its append-only file. Check the disk and the log of Redis.")
      : ok("Redis writes an append-only file.");
  const snapshots = await readSnapshotRules(redis);
  const fix = "Run `CONFIG SET appendonly yes`, and set it in the configuration file.";
  if (snapshots === undefined)
    return warning(
      `Redis writes no append-only file. Whether it saves snapshots is unknown, because the user of REDIS_URL may not run CONFIG. ${fix}`,
    );
  if (snapshots === "") return failed(`Redis stores nothing on disk: a restart deletes all accounts. ${fix}`);
  if (rdb_last_bgsave_status === "err")
    return failed("Redis could not save its last snapshot. Check the disk and the log of Redis.");
  return warning(`Redis saves snapshots only: a crash loses what is newer than the last one. ${fix}`);
}

/** The `save` setting, empty if snapshots are off; undefined if the ACL does not permit CONFIG. */
async function readSnapshotRules(redis: RedisClient): Promise<string | undefined> {
  try {
    const [, rules = ""] = await redis.config("GET", "save");
    return rules;
  } catch (error) {
    if (error instanceof Error && /^(NOPERM|ERR unknown command)/.test(error.message)) return undefined;
    throw error;
  }
}

/** Whether Redis keeps all keys when its memory is full. */
export function checkRedisEviction({ maxmemory_policy: policy }: RedisInfo): Finding {
  return policy === "noeviction"
    ? ok("maxmemory-policy is noeviction.")
    : failed(
        `maxmemory-policy is ${policy}: when memory is full, Redis deletes accounts and jobs. Run \`CONFIG SET maxmemory-policy noeviction\`, and set it in the configuration file.`,
      );
}
