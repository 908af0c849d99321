import { AppError } from "@placard/contracts";
import { defineScript, type RedisClient } from "@placard/runtime";
import { accountKeysOf } from "./account-data.ts";
import { accountDisabled, limitReached } from "./account-errors.ts";
import { userKeys } from "./redis-keys.ts";

interface Options<Item> {
  redis: RedisClient;
  /** The Redis hash of an account's records: ID → JSON. */
  keyOf: (owner: string) => string;
  /** For records that are too large to list whole: the Redis hash of what a list shows, ID → JSON. */
  summaries?: { keyOf: (owner: string) => string; summarize: (item: Item) => object };
  /** For error messages, in the singular: "webhook". */
  noun: string;
  /** The limit on the records of one account. */
  max: number;
}

/** What belongs to a record besides its JSON. */
export interface Belongings {
  /** Redis keys that are deleted with the record. */
  keys?: readonly string[];
  /** Redis keys that get the ID of the account, to find a record without it. Deleted with the record. */
  ownerKeys?: readonly string[];
}

/** Fields that a Redis hash must have, such as the assets of a brand. */
export interface Requirement {
  key: string;
  fields: readonly string[];
  /** Thrown if one is missing. */
  error: AppError;
}

/** The requirement that the passkey of the session exists, so that nothing is created after its deletion. */
export function requirePasskey(id: string): Requirement {
  return { key: userKeys.passkey(id), fields: ["id"], error: new AppError("unauthorized") };
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
for _, key in ipairs(keys.owners) do redis.call("SET", key, args.owner) end
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
export function createOwnedRecords<Item>({ redis, keyOf, summaries, noun, max }: Options<Item>) {
  const parse = (json: string) => JSON.parse(json) as Item;
  const keysOf = (owner: string) => ({
    records: keyOf(owner),
    ...(summaries && { summaries: summaries.keyOf(owner) }),
  });
  const summaryOf = (item: Item) => summaries && JSON.stringify(summaries.summarize(item));

  return {
    /** The records of an account, in no order. */
    async list(owner: string): Promise<Item[]> {
      return (await redis.hvals(keyOf(owner))).map(parse);
    },

    /** Undefined if the account does not have this record. */
    async find(owner: string, id: string): Promise<Item | undefined> {
      const json = await redis.hget(keyOf(owner), id);
      return json === null ? undefined : parse(json);
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
      {
        keys = [],
        ownerKeys = [],
        required,
        exists,
      }: Belongings & { required?: Requirement; exists?: AppError } = {},
    ): Promise<"created" | "replaced"> {
      const scriptKeys = {
        ...accountKeysOf(owner),
        ...keysOf(owner),
        owners: ownerKeys,
        data: [...Object.values(keysOf(owner)), ...keys, ...ownerKeys],
        ...(required && { required: required.key }),
      };
      const json = JSON.stringify(item);
      const fields = required?.fields ?? [];
      const isCreation = exists !== undefined;
      const outcome = await putScript(redis, scriptKeys, {
        owner,
        id,
        json,
        summary: summaryOf(item),
        max,
        required: fields,
        isCreation,
      });
      if (outcome === "no_account") throw new AppError("unauthorized");
      if (outcome === "disabled") throw accountDisabled();
      if (outcome === "limit_reached") throw limitReached(max, noun, "Delete");
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
        if ((await replaceScript(redis, keysOf(owner), replacement)) === 1) return changed;
      }
    },

    /**
     * Deletes a record with what belongs to it. Returns false if the account does not have it, or if it is
     * not the expected one.
     */
    async delete(
      owner: string,
      id: string,
      { keys = [], ownerKeys = [], expected }: Belongings & { expected?: Item } = {},
    ): Promise<boolean> {
      const scriptKeys = { ...accountKeysOf(owner), ...keysOf(owner), data: [...keys, ...ownerKeys] };
      return (
        (await deleteScript(redis, scriptKeys, { id, expected: expected && JSON.stringify(expected) })) === 1
      );
    },
  };
}
