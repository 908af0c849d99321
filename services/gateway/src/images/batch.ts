import { setImmediate as yieldToEventLoop } from "node:timers/promises";
import { AppError, compileValidator, maxSizes, createWebhookEvent, exactObject } from "@placard/contracts";
import type { TemplateDescription } from "@placard/templates";
import Type, { type Static } from "typebox";
import type { CountCost } from "../http/access.ts";
import { accountIdOf, chargePriceOf, keyIdOf } from "../http/caller.ts";
import { emptyData, errorSchema, sendData, failureEnvelope } from "../http/envelope.ts";
import { bodyTooLarge, maxBodyBytes, validBody } from "../http/json-body.ts";
import { requestIdOf } from "../http/request-id.ts";
import { addLogFields } from "../http/request-log.ts";
import type { Endpoint } from "../http/route.ts";
import { publicError } from "../http/send-error.ts";
import type { Platform } from "../platform.ts";
import type { Generate, GenerateInput } from "./generate.ts";
import type { WebhookFeature } from "../webhooks/feature.ts";
import { generateExample, generateRequestSchema } from "./generate-image.ts";
import { generatedImages } from "./image-schemas.ts";
import type { BatchFinishedData } from "../webhooks/webhook-events.ts";
import { jsonResponse } from "../docs/operation.ts";

/** Maximum size of a batch's body, in bytes. */
export const maxBatchBytes = 1024 * 1024;

/** What to send in place of an array of requests. */
export const batchHint =
  'Send one request as a JSON object, or several as `{"requests": […]}` to /api/v1/og/generate/batch.';

const maxRequests = 50;
const bounds = { minItems: 1, maxItems: maxRequests };

/** Validates the batch itself. Its requests are validated one by one. */
const validateBatch = compileValidator(exactObject({ requests: Type.Array(Type.Unknown(), bounds) }));
const validateEntry = compileValidator(Type.Record(Type.String(), Type.Unknown()));

const batchResult = Type.Union(
  [
    exactObject({
      status: Type.Literal(200),
      success: Type.Literal(true),
      data: generatedImages,
      cache: Type.Union([Type.Literal("HIT"), Type.Literal("MISS")]),
    }),
    exactObject({
      status: Type.Integer({ minimum: 400, maximum: 599 }),
      success: Type.Literal(false),
      data: emptyData,
      error: errorSchema,
      retryAfterSeconds: Type.Optional(
        Type.Integer({ description: "seconds after which to retry, as `Retry-After` of a single request" }),
      ),
    }),
  ],
  { title: "BatchResult" },
);
const batchResults = exactObject({ results: Type.Array(batchResult) });

/**
 * Counts the images of a batch, for the rate limit. Throws AppError `validation_failed` for a batch with more
 * images than the limit per minute, which could never be accepted.
 */
export const countBatch: CountCost = (body, perMinute) => {
  const { requests } = body as { requests?: unknown };
  if (!Array.isArray(requests) || requests.length > maxRequests) return 1; // the validator rejects it
  const images = requests.reduce((sum: number, request: unknown) => sum + countImages(request), 0);
  if (images <= perMinute) return images;
  const subject = images === requests.length ? "requests" : "images";
  throw new AppError("validation_failed", {
    message: `The batch has ${images} ${subject}, but the rate limit is ${perMinute} requests per minute. Split the batch.`,
    details: [{ path: "/requests", message: `must have at most ${perMinute} entries (the rate limit)` }],
  });
};

/** Counts the images of a generate request, for the rate limit. */
export const countRequest: CountCost = (body, perMinute) => Math.min(countImages(body), perMinute);

/** The images of a generate request, which is not validated yet: one for each of its sizes. */
function countImages(request: unknown): number {
  const { options } = (request ?? {}) as { options?: { sizes?: unknown } | null };
  const sizes = options?.sizes;
  return Array.isArray(sizes) ? Math.min(maxSizes, Math.max(1, sizes.length)) : 1;
}

/** POST /api/v1/og/generate/batch. `templates` are those in the API description. */
export function generateImages(
  { logger, now }: Platform,
  generate: Generate,
  templates: readonly TemplateDescription[],
  webhooks: WebhookFeature,
): Endpoint {
  async function generateOne(
    entry: unknown,
    input: Omit<GenerateInput, "body">,
  ): Promise<Static<typeof batchResult>> {
    const { requestId } = input.caller;
    try {
      const body = validBody(validateEntry, entry);
      if (Buffer.byteLength(JSON.stringify(body)) > maxBodyBytes) throw bodyTooLarge(maxBodyBytes);
      const { data, cache } = await generate.generate({ body, ...input });
      return { status: 200, success: true, data, cache };
    } catch (error) {
      const failure = publicError(error, requestId, logger);
      const { status, retryAfterSeconds } = failure;
      const envelope = failureEnvelope(failure, requestId);
      return { status, ...envelope, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    }
  }

  /** A failure is only logged: the images exist. */
  async function emitFinished(
    { owner, requestId }: { owner: string; requestId: string },
    results: readonly Static<typeof batchResult>[],
  ): Promise<void> {
    const data: BatchFinishedData = {
      requestId,
      results: results.map((result) =>
        result.success
          ? { status: result.status, url: result.data.url }
          : { status: result.status, error: result.error.code },
      ),
    };
    try {
      await webhooks.emit(createWebhookEvent({ type: "batch.finished", account: owner, at: now(), data }));
    } catch (error) {
      logger.warn({ requestId, accountId: owner, err: error }, "webhook event could not be stored");
    }
  }

  return {
    operation: {
      id: "generateImages",
      summary: "Generate up to 50 images",
      description:
        "Each request is processed independently: an error in one does not affect the others. Each request may have up to 64 KiB. The results are in the order of the requests. Each request counts toward the rate limit. An account's batches can fill half of the places that the account has in the queue; past that, their requests fail with `overloaded` while its single requests are still accepted.",
      body: exactObject(
        { requests: Type.Array(generateRequestSchema(templates), bounds) },
        { title: "Batch" },
      ),
      examples: {
        two: {
          requests: [generateExample, { template: "event", data: { title: "Meetup", date: "14 March" } }],
        },
      },
      responses: {
        200: jsonResponse("The result of each request, in the same order", batchResults),
      },
    },

    async handler(req, res) {
      const { requests } = validBody(validateBatch, req.body);
      const imageIds = new Set<string>();
      const input = {
        caller: { owner: accountIdOf(res), keyId: keyIdOf(res), requestId: requestIdOf(res) },
        options: { isBulk: true, chargePrice: chargePriceOf(res) },
        onImageId: (id: string) => void imageIds.add(id),
      };
      const generating = [];
      for (const entry of requests) {
        generating.push(generateOne(entry, input)); // never rejects
        await yieldToEventLoop(); // validating 50 hostile requests takes 0.15 s
      }
      const results = await Promise.all(generating);
      const codes = new Set(results.flatMap((result) => (result.success ? [] : [result.error.code])));
      await emitFinished(input.caller, results);
      addLogFields(res, { imageIds: [...imageIds], ...(codes.size > 0 && { errorCodes: [...codes] }) });
      sendData<Static<typeof batchResults>>(res, { results });
    },
  };
}
