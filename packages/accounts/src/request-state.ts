import { defaultBrandName, parseTemplateName, renderKeys } from "@placard/contracts";
import { createBatch, defineScript, type ReceiveReply, type RedisClient } from "@placard/runtime";
import { assetKeys, templateKeys } from "./redis-keys.ts";
import { apiKeyRecordKey } from "./secret-kinds.ts";

/** A generate request for one image, with what it was resolved to. */
interface ResolvedRequest {
  /** The API key, as the caller presents it. */
  apiKey: string;
  /** The account of the API key. */
  owner: string;
  /** The name of the template in the request, with or without a version. */
  template: string;
  /** The name of the brand in the request; the default one if it names none. */
  brand?: string | undefined;
  imageId: string;
  /** The Redis key of the requests that the account has sent in the current window of its rate limit: an integer. */
  limitKey: string;
}

/** Where Redis keeps the state of a request: the arguments of `stateScript`. */
export interface StateLocation {
  readonly keys: readonly [
    record: string,
    brands: string,
    template: string,
    result: string,
    limitKey: string,
  ];
  readonly fields: readonly [brand: string, version: string];
}

/** The rate limit of an account after a request was charged to it. */
export interface ChargedLimit {
  /** The requests in the current window. */
  consumed: number;
  /** The time until the window ends. */
  msBeforeNext: number;
}

/** The state of a request, and the rate limit if the request was charged to it. */
export interface ReadState {
  state: string;
  limit?: ChargedLimit;
}

/** A request whose state is read, and the state for which it is charged. */
interface StateRequest {
  location: StateLocation;
  chargedState: string;
}

interface Deps {
  redis: RedisClient;
  /** The length of a window of the rate limit. */
  limitWindowSeconds: number;
}

/** The requests whose state is read by one script, which blocks Redis for some microseconds for each of them. */
const maxBatch = 100;

// The fields of the API key that decide whether it is valid and what it permits; `lastUsedAt` changes all the time. ARGV: the
// length of a window of the rate limit, and for each request two fields and the state for which it is charged. The limit is
// counted as RateLimiterRedis does, with the same key.
const stateScript = defineScript(`
local function charge(key)
  redis.call("SET", key, 0, "EX", ARGV[1], "NX")
  return {redis.call("INCR", key), redis.call("PTTL", key)}
end
local states = {}
for i = 1, #KEYS / 5 do
  local key, arg = 5 * i - 4, 3 * i - 1
  local state = redis.sha1hex(cjson.encode({
    redis.call("HMGET", KEYS[key], "id", "owner", "scopes", "expiresAt", "isDisabled"),
    redis.call("HGET", KEYS[key + 1], ARGV[arg]),
    redis.call("HGET", KEYS[key + 2], ARGV[arg + 1]),
    redis.call("GET", KEYS[key + 3])
  }))
  states[2 * i - 1] = state
  states[2 * i] = state == ARGV[arg + 2] and charge(KEYS[key + 4])
end
return states`);

/** Where the state of a request is. */
export function locateState({
  apiKey,
  owner,
  template,
  brand = defaultBrandName,
  imageId,
  limitKey,
}: ResolvedRequest): StateLocation {
  const { id, version } = parseTemplateName(template);
  return {
    keys: [
      apiKeyRecordKey(apiKey),
      assetKeys.brandsOf(owner),
      templateKeys.template(owner, id),
      renderKeys.result(imageId),
      limitKey,
    ],
    fields: [brand, version === undefined ? "hash" : `version:${version}`],
  };
}

/**
 * Reads the state of generate requests: the SHA-1 of everything in Redis that decides how a request for an existing image is
 * answered. This is the record of the API key, the brand, the account's template with the name in the request, and the result of the
 * image. As long as the state is the same, so is the response. (Whoever finds a collision gets an earlier image of the same account.)
 *
 * The requests of one iteration of the event loop share one command, because a command of its own for each would take the most
 * time of a cache hit.
 */
export function createRequestStates({ redis, limitWindowSeconds }: Deps) {
  const readState = createBatch(maxBatch, async (requests: readonly StateRequest[]) => {
    const keys: string[] = [];
    const args: (string | number)[] = [limitWindowSeconds];
    for (const { location, chargedState } of requests) {
      keys.push(...location.keys);
      args.push(...location.fields, chargedState);
    }
    const reply = (await stateScript(redis, keys, args)) as (string | [number, number] | null)[];
    return requests.map((_request, i): ReadState => {
      const state = reply[2 * i] as string;
      const limit = reply[2 * i + 1] as [number, number] | null;
      return limit ? { state, limit: { consumed: limit[0], msBeforeNext: limit[1] } } : { state };
    });
  });

  return {
    /**
     * Reads the state at a location, after this call and in one round trip. If it is `chargedState`, the request is charged to
     * the rate limit of the account in the same round trip.
     */
    read(location: StateLocation, receive: ReceiveReply<ReadState>, chargedState = ""): void {
      readState({ location, chargedState }, receive);
    },
  };
}
export type RequestStates = ReturnType<typeof createRequestStates>;
