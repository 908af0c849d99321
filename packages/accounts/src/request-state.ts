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
}

/** Where Redis keeps the state of a request: the arguments of `stateScript`. */
export interface StateLocation {
  readonly keys: readonly [record: string, brands: string, template: string, result: string];
  readonly fields: readonly [brand: string, version: string];
}

/** The requests whose state is read by one script, which blocks Redis for some microseconds for each of them. */
const maxBatch = 100;

// The fields of the API key that decide whether it is valid and what it permits. `lastUsedAt` changes all the time.
const stateScript = defineScript(`
local states = {}
for i = 1, #KEYS / 4 do
  local key, field = 4 * i, 2 * i
  states[i] = cjson.encode({
    redis.call("HMGET", KEYS[key - 3], "id", "owner", "scopes", "expiresAt", "isDisabled"),
    redis.call("HGET", KEYS[key - 2], ARGV[field - 1]),
    redis.call("HGET", KEYS[key - 1], ARGV[field]),
    redis.call("GET", KEYS[key])
  })
end
return states`);

/** Where the state of a request is. */
export function locateState({
  apiKey,
  owner,
  template,
  brand = defaultBrandName,
  imageId,
}: ResolvedRequest): StateLocation {
  const { id, version } = parseTemplateName(template);
  return {
    keys: [
      apiKeyRecordKey(apiKey),
      assetKeys.brandsOf(owner),
      templateKeys.template(owner, id),
      renderKeys.result(imageId),
    ],
    fields: [brand, version === undefined ? "hash" : `version:${version}`],
  };
}

/**
 * Reads the state of generate requests: everything in Redis that decides how a request for an existing image is answered, as
 * one text. This is the record of the API key, the brand, the account's template with the name in the request, and the result
 * of the image. As long as the text is the same, so is the response. The requests of one iteration of the event loop share one
 * command, because a command of its own for each would take the most time of a cache hit.
 */
export function createRequestStates(redis: RedisClient) {
  const readState = createBatch(maxBatch, async (locations: readonly StateLocation[]) => {
    const keys: string[] = [];
    const fields: string[] = [];
    for (const location of locations) {
      keys.push(...location.keys);
      fields.push(...location.fields);
    }
    return (await stateScript(redis, keys, fields)) as string[];
  });

  return {
    /** Reads the state at a location, after this call and in one round trip. */
    read(location: StateLocation, receive: ReceiveReply<string>): void {
      readState(location, receive);
    },
  };
}
export type RequestStates = ReturnType<typeof createRequestStates>;
