import { compileValidator } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Request, RequestHandler } from "express";
import Type, { type Static } from "typebox";
import { errorSchema, failureEnvelope, nothing, sendData } from "../envelope.ts";
import { checkedBody, jsonBodyUpTo, requireObject } from "../middleware/json-body.ts";
import { requestIdOf } from "../middleware/request-id.ts";
import { publicFace } from "../middleware/send-error.ts";
import type { Operation } from "../openapi/operation.ts";
import type { Generate } from "../renders/generate.ts";
import { generateExample, generateRequest } from "./generate-schemas.ts";
import { generatedExample, generatedImage } from "./render-fields.ts";
import type { Routes } from "./routes.ts";

interface Deps {
  /** Authenticates. */
  authenticate: RequestHandler;
  /** Rate-limits, each request of a batch counted: see batchCost. */
  limit: RequestHandler;
  generate: Generate["generate"];
  logger: Logger;
}

const exact = { additionalProperties: false };
const maxBytes = 1024 * 1024;
const most = 50;
const bounds = { minItems: 1, maxItems: most };

/** The batch's own shape; what its requests hold is each one's own affair. */
const batch = compileValidator(Type.Object({ requests: Type.Array(Type.Unknown(), bounds) }, exact));

const result = Type.Union(
  [
    Type.Object(
      {
        status: Type.Literal(200),
        success: Type.Literal(true),
        data: generatedImage,
        cache: Type.Union([Type.Literal("HIT"), Type.Literal("MISS")]),
      },
      exact,
    ),
    Type.Object(
      {
        status: Type.Integer({ minimum: 400, maximum: 599 }),
        success: Type.Literal(false),
        data: nothing,
        error: errorSchema,
      },
      exact,
    ),
  ],
  { title: "BatchResult" },
);
const answer = Type.Object({ results: Type.Array(result) }, exact);

const generateImages: Operation = {
  id: "generateImages",
  tag: "images",
  summary: "Ask for up to 50 images at once",
  description:
    "Each request is answered in its place as it would have been alone; a fault in one does not touch the others. Counts as that many requests in the rate limit. A batch may fill half the queue at most: past that its requests are `overloaded`, while those that come one by one are still taken.",
  auth: "apiKey",
  body: {
    schema: Type.Object({ requests: Type.Array(generateRequest, bounds) }, { ...exact, title: "Batch" }),
    examples: {
      two: {
        requests: [generateExample, { template: "event", data: { title: "Meetup", date: "14 March" } }],
      },
    },
  },
  answers: {
    200: {
      description: "What became of each request, in order",
      data: answer,
      example: { results: [{ status: 200, success: true, data: generatedExample, cache: "MISS" }] },
    },
  },
};

/** How many requests a batch counts as: at least one, and no more than it may hold. */
export function batchCost(req: Request): number {
  const requests: unknown = req.body?.requests;
  return Array.isArray(requests) ? Math.min(Math.max(1, requests.length), most) : 1;
}

/** Many images at once. The body is read before the limit counts, as it says how much to count. */
export function batchRoutes({ authenticate, limit, generate, logger }: Deps): Routes {
  async function answerOne(body: unknown, requestId: string): Promise<Static<typeof result>> {
    try {
      requireObject(body);
      const { data, cache } = await generate({ body, requestId, bulk: true });
      return { status: 200, success: true, data, cache };
    } catch (error) {
      const failure = publicFace(error, requestId, logger);
      return { status: failure.status, ...failureEnvelope(failure, requestId) };
    }
  }

  const handle: RequestHandler = async (req, res) => {
    const { requests } = checkedBody(batch, req.body);
    const requestId = requestIdOf(res);
    const results = await Promise.all(requests.map((body) => answerOne(body, requestId)));
    sendData<Static<typeof answer>>(res, { results });
  };

  const handlers = [authenticate, ...jsonBodyUpTo(maxBytes), limit, handle];
  return { "/api/v1/og/generate/batch": { post: { about: generateImages, handlers } } };
}
