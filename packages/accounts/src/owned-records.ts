import { AppError } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import { accountKeysOf, isAccountDisabled } from "./account-data.ts";
import { accountDisabled, limitReached } from "./account-errors.ts";
import { userKeys } from "./redis-keys.ts";

interface Options<Item> {
  redis: RedisClient;
  /** Epoch ms. Only of records with `expiresAt`: expired ones are not found, and are deleted by `list` and `put`. */
  now?: () => number;
  /** The Redis hash of an account's records: ID → JSON. */
  keyOf: (owner: string) => string;
  /** The Redis key of the ID of a record's account, for records that are also found without it. */
  ownerKeyOf?: (id: string) => string;
  /** Other Redis keys that are deleted with a record. */
  belongingsOf?: (id: string) => readonly string[];
  /** For records that are too large to list whole: the Redis hash of what a list shows, ID → JSON. */
  summaries?: { keyOf: (owner: string) => string; summarize: (item: Item) => object };
  /** For error messages, in the singular: "webhook". */
  noun: string;
  /** The limit on the records of one account. */
  max: number;
}

/** Fields that a Redis hash must have, such as the assets of a brand. */
export interface Requirement {
  key: string;
  fields: readonly string[];
  /** Thrown if one is missing. */
  error: AppError;
}

/**
 * The requirement that the passkey of the session exists, so that nothing is created after its deletion.
 * Undefined on the command line, which has no session.
 */
export function requirePasskey(id: string | undefined): Requirement | undefined {
  return id === undefined
    ? undefined
    : { key: userKeys.passkey(id), fields: ["id"], error: new AppError("unauthorized") };
}

// Redis runs a script atomically: limits are never exceeded, and a deleted account gets no records.
const putScript = defineScript(`
if redis.call("EXISTS", keys.user) == 0 then return "no_account" end
if redis.call("HEXISTS", keys.user, "disabledAt") == 1 then return "disabled" end
for _, field in ipairs(args.required) do
  if redis.call("HEXISTS", keys.required, field) == 0 then return "missing" end
end
local isNew = redis.call("HEXISTS", keys.records, args.id) == 0
if args.isCreation and not isNew then return "exists" end
if isNew and redis.call("HLEN", keys.records) >= args.max then return "limit_reached" end
redis.call("HSET", keys.records, args.id, args.json)
if keys.summaries then redis.call("HSET", keys.summaries, args.id, args.summary) end
if keys.owner then redis.call("SET", keys.owner, args.owner) end
redis.call("SADD", keys.dataKeys, unpack(keys.data))
return isNew and "created" or "replaced"`);

const replaceScript = defineScript(`
if redis.call("HGET", keys.records, args.id) ~= args.previous then return 0 end
redis.call("HSET", keys.records, args.id, args.next)
if keys.summaries then redis.call("HSET", keys.summaries, args.id, args.summary) end
return 1`);

/** Replaces a record in a Redis hash: its JSON. Returns false if that is not `previous`. */
export async function replaceRecord(
  redis: RedisClient,
  records: string,
  replacement: { id: string; previous: string; next: string },
): Promise<boolean> {
  return (await replaceScript(redis, { records }, replacement)) === 1;
}

const deleteScript = defineScript(`
if args.expected and redis.call("HGET", keys.records, args.id) ~= args.expected then return 0 end
if redis.call("HDEL", keys.records, args.id) == 0 then return 0 end
if keys.summaries then redis.call("HDEL", keys.summaries, args.id) end
for _, key in ipairs(keys.data) do
  redis.call("DEL", key)
  redis.call("SREM", keys.dataKeys, key)
end
return 1`);

/**
 * A store of one kind of records, which are deleted with their account. Every method rejects while Redis is
 * unavailable.
 */
export function createOwnedRecords<Item extends object>({
  redis,
  now,
  keyOf,
  ownerKeyOf,
  belongingsOf = () => [],
  summaries,
  noun,
  max,
}: Options<Item>) {
  const parse = (json: string) => JSON.parse(json) as Item;
  const hashesOf = (owner: string) => ({
    records: keyOf(owner),
    ...(summaries && { summaries: summaries.keyOf(owner) }),
  });
  const ownKeysOf = (id: string) => [...(ownerKeyOf ? [ownerKeyOf(id)] : []), ...belongingsOf(id)];
  const summaryOf = (item: Item) => summaries && JSON.stringify(summaries.summarize(item));
  const createdAt = (item: { createdAt?: number }) => item.createdAt ?? 0;
  const isExpired = (item: { expiresAt?: number }) =>
    now !== undefined && (item.expiresAt ?? Infinity) <= now();

  /** The records of an account, newest first. */
  async function list(owner: string): Promise<Item[]> {
    const all = Object.entries(await redis.hgetall(keyOf(owner))).map(
      ([id, json]) => [id, parse(json)] as const,
    );
    const expired = all.filter(([, item]) => isExpired(item));
    await Promise.all(expired.map(([id]) => remove(owner, id)));
    const valid = all.flatMap(([, item]) => (isExpired(item) ? [] : [item]));
    return valid.sort((a, b) => createdAt(b) - createdAt(a));
  }

  /** Undefined if the account does not have this record. */
  async function find(owner: string, id: string): Promise<Item | undefined> {
    const json = await redis.hget(keyOf(owner), id);
    const item = json === null ? undefined : parse(json);
    return item && isExpired(item) ? undefined : item;
  }

  /**
   * Deletes a record with what belongs to it. Returns false if the account does not have it, or if it is not
   * the expected one.
   */
  async function remove(owner: string, id: string, expected?: Item): Promise<boolean> {
    const keys = { ...accountKeysOf(owner), ...hashesOf(owner), data: ownKeysOf(id) };
    return (await deleteScript(redis, keys, { id, expected: expected && JSON.stringify(expected) })) === 1;
  }

  return {
    list,
    find,
    delete: remove,

    /** A record of any account, and whether the account is disabled. Undefined if there is none. */
    async findOfAny(id: string): Promise<(Item & { owner: string; isDisabled: boolean }) | undefined> {
      const owner = ownerKeyOf ? await redis.get(ownerKeyOf(id)) : null;
      if (owner === null) return undefined;
      const [item, isDisabled] = await Promise.all([find(owner, id), isAccountDisabled(redis, owner)]);
      return item && { ...item, owner, isDisabled };
    },

    /**
     * Creates or replaces a record. Throws AppError `limit_reached`, `forbidden` for a disabled account,
     * `unauthorized` if it does not exist, or the error of the requirement. With `exists`, only creates: that
     * error is thrown if there is a record.
     */
    async put(
      owner: string,
      id: string,
      item: Item,
      { required, exists }: { required?: Requirement | undefined; exists?: AppError } = {},
    ): Promise<"created" | "replaced"> {
      if (now) await list(owner);
      const keys = {
        ...accountKeysOf(owner),
        ...hashesOf(owner),
        ...(ownerKeyOf && { owner: ownerKeyOf(id) }),
        data: [...Object.values(hashesOf(owner)), ...ownKeysOf(id)],
        ...(required && { required: required.key }),
      };
      const outcome = await putScript(redis, keys, {
        owner,
        id,
        json: JSON.stringify(item),
        summary: summaryOf(item),
        max,
        required: required?.fields ?? [],
        isCreation: exists !== undefined,
      });
      if (outcome === "no_account") throw new AppError("unauthorized");
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "limit_reached") throw limitReached(max, noun);
      if (outcome === "missing" && required) throw required.error;
      if (outcome === "exists" && exists) throw exists;
      return outcome as "created" | "replaced";
    },

    /**
     * Replaces a record by what `apply` returns for it, again if another change came first: none is lost. A
     * deleted record is not created again. Undefined if the account does not have this record.
     */
    async change(owner: string, id: string, apply: (item: Item) => Item): Promise<Item | undefined> {
      for (;;) {
        const previous = await redis.hget(keyOf(owner), id);
        if (previous === null) return undefined;
        const changed = apply(parse(previous));
        const replacement = { id, previous, next: JSON.stringify(changed), summary: summaryOf(changed) };
        if ((await replaceScript(redis, hashesOf(owner), replacement)) === 1) return changed;
      }
    },
  };
}
