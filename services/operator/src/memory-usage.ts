import { ownerTag, queuePrefix } from "@placard/contracts";
import type { RedisClient } from "@placard/runtime";
import type { Redis } from "ioredis";

/** The memory of the keys of one kind and account. */
export interface KeyMemory {
  /** The part of the keys after `{placard}:`, such as `result`. */
  kind: string;
  /** The ID of the account; null if the keys belong to none, or to a deleted one. */
  account: string | null;
  keys: number;
  bytes: number;
}

/** How many keys SCAN returns at a time, and how many are measured at once. */
const batchSize = 500;

/** The elements of a hash, list or set whose size is measured. Redis extrapolates to the others. */
const samples = 100;

/** The field of a record with the ID of its account, by kind. */
const ownerFields: Partial<Record<string, string>> = {
  "api-key": "owner",
  "signing-key": "owner",
  passkey: "userId",
  session: "userId",
};

/** Finds the accounts of keys. */
interface Owners {
  accounts: Set<string>;
  /** The accounts of keys that features have registered. */
  registered: Map<string, string>;
  /** The accounts by the first characters of the IDs of their images. */
  tags: Map<string, string>;
}

/** Measures the memory of all keys of Placard. Reads all of them, in small steps. */
export async function measureMemory(redis: RedisClient): Promise<KeyMemory[]> {
  const owners = await readOwners(redis);
  const totals = new Map<string, KeyMemory>();
  for await (const keys of scan(redis)) {
    const measure = async (key: string) => {
      const field = ownerFields[kindOf(key)];
      const [bytes, account] = await Promise.all([
        redis.memory("USAGE", key, "SAMPLES", samples),
        field === undefined ? ownerOf(key, owners) : redis.hget(key, field),
      ]);
      return { kind: kindOf(key), account, bytes };
    };
    for (const { kind, account, bytes } of await Promise.all(keys.map(measure))) {
      if (bytes === null) continue; // it was deleted
      const id = `${kind} ${account ?? ""}`;
      const total = totals.get(id) ?? { kind, account, keys: 0, bytes: 0 };
      totals.set(id, { ...total, keys: total.keys + 1, bytes: total.bytes + bytes });
    }
  }
  return [...totals.values()];
}

async function readOwners(redis: RedisClient): Promise<Owners> {
  const accounts = new Set<string>();
  const registered = new Map<string, string>();
  for await (const keys of scan(redis))
    for (const key of keys) {
      const [, kind, account = ""] = key.split(":");
      if (kind === "user") accounts.add(account);
      if (kind === "data-keys-of")
        for (const each of await redis.smembers(key)) registered.set(each, account);
    }
  return { accounts, registered, tags: new Map(Array.from(accounts, (id) => [ownerTag(id), id])) };
}

/** The account of a key that contains its ID, that of an image, or that of a site or webhook. */
function ownerOf(key: string, { accounts, registered, tags }: Owners): string | null {
  const [, kind, ...rest] = key.split(":");
  const related = {
    page: `site-owner:${rest[0]}`,
    webhooks: `webhook-deliveries-of:${rest[0]?.split("-")[0]}`,
  };
  const relatedKey = `${queuePrefix}:${related[kind as keyof typeof related]}`;
  const owner = registered.get(key) ?? registered.get(relatedKey) ?? rest.find((part) => accounts.has(part));
  if (owner !== undefined) return owner;
  const imageId = rest.map((part) => part.replace(/^img-/, "")).find((part) => part.length === 32);
  return tags.get(imageId?.slice(0, 8) ?? "") ?? null;
}

function kindOf(key: string): string {
  return key.split(":")[1] ?? "";
}

/** The keys of Placard. A key may occur twice while Redis resizes its table. */
async function* scan(redis: RedisClient): AsyncGenerator<string[]> {
  const nodes: Redis[] = "nodes" in redis ? redis.nodes("master") : [redis];
  for (const node of nodes) {
    const stream = node.scanStream({ match: `${queuePrefix}:*`, count: batchSize });
    for await (const keys of stream) yield keys as string[];
  }
}
