import { createRequire } from "node:module";
import { decodeResult, imageIdOf, renderKeys, type RenderResult } from "@placard/contracts";
import { defineScript, type RedisClient, type RedisScript } from "@placard/runtime";
import { createRedisBackend, type BackendFactory, type RedisQueueBackend } from "bullmq";

const require = createRequire(import.meta.url);

/** The result of an image that a job was to be added for: it was rendered in the meantime, or has crashed its renderers. */
export class ResultExistsError extends Error {
  override name = "ResultExistsError";
  readonly result: RenderResult;
  constructor(result: RenderResult) {
    super("the image has a result");
    this.result = result;
  }
}

/** A script with which BullMQ adds a job, unless the image has a result. KEYS: those of BullMQ, then the result. */
interface AddScript {
  run: RedisScript;
  /** The number of KEYS of BullMQ. */
  keyCount: number;
}

/** By their names. The version of BullMQ is pinned. */
const addScripts: Readonly<Record<string, AddScript>> = {
  addStandardJob: unlessResultExists("addStandardJob"),
  addPrioritizedJob: unlessResultExists("addPrioritizedJob"),
};

function unlessResultExists(name: string): AddScript {
  const module = require(`bullmq/dist/cjs/scripts/${name}-9.js`) as Record<
    string,
    { content: string; keys: number }
  >;
  const { content, keys: keyCount } = module[name]!;
  const run = defineScript(`do
  local json = redis.call("GET", KEYS[#KEYS])
  local result = json and cjson.decode(json)
  if result and (result.image or result.failure == "crashed") then return {json} end
end
${content}`);
  return { run, keyCount };
}

/**
 * Creates the backend of the queues of images. Adding a job rejects with ResultExistsError if its image has been rendered in the
 * meantime. Since the result of a job is published by the script that removes the job, no image is rendered twice, and renderers
 * don't have to look for a result.
 * @param redis the connection of the queues
 */
export function createRenderBackend(redis: RedisClient): BackendFactory<RedisQueueBackend> {
  return (...options) => {
    const backend = createRedisBackend(...options);
    const addJob: RedisQueueBackend["addJob"] = (job, jobId, parentKeyOpts) => {
      const resultKey = renderKeys.result(imageIdOf(jobId));
      const client = {
        async runCommand(command: string, args: (string | Buffer)[]) {
          const [name = ""] = command.split(":");
          const { run, keyCount } = addScripts[name]!;
          const keys = args.slice(0, keyCount) as string[];
          const reply = await run(redis, [...keys, resultKey], args.slice(keyCount));
          if (Array.isArray(reply)) throw new ResultExistsError(decodeResult(reply[0] as string));
          return reply;
        },
      };
      return backend.addJobToTransaction(client as never, job, jobId, parentKeyOpts);
    };
    return Object.assign(backend, { addJob });
  };
}
