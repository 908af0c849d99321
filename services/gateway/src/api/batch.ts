import { compileValidator } from "@placard/contracts";
import type { Logger } from "@placard/runtime";
import type { Request, RequestHandler } from "express";
import Type, { type Static } from "typebox";
import { errorSchema, failureEnvelope, nothing, sendData } from "../http/envelope.ts";
import { validBody, jsonBody, assertObject } from "../http/json-body.ts";
import { requestIdOf } from "../http/request-id.ts";
import { publicFace } from "../http/send-error.ts";
import type { Operation } from "../docs/operation.ts";
import type { Generate } from "../images/generate.ts";
import { generateExample, generateRequest } from "./generate-schemas.ts";
import { generatedExample, generatedImage } from "./render-fields.ts";
import type { Middleware, PathParameters, Routes } from "../http/route.ts";

interface Deps {
  /** Authenticates. */
  authenticate: Middleware;
  /** Rate-limits, each request of a batch counted: see batchCost. */
  limit: Middleware;
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
  body: {
    schema: Type.Object({ requests: Type.Array(generateRequest, bounds) }, { ...exact, title: "Batch" }),
    examples: {
      two: {
        requests: [generateExample, { template: "event", data: { title: "Meetup", date: "14 March" } }],
      },
    },
  },
  responses: {
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
      assertObject(body);
      const { data, cache } = await generate({ body, requestId, bulk: true });
      return { status: 200, success: true, data, cache };
    } catch (error) {
      const failure = publicFace(error, requestId, logger);
      return { status: failure.status, ...failureEnvelope(failure, requestId) };
    }
  }

  const handle: RequestHandler<PathParameters> = async (req, res) => {
    const { requests } = validBody(batch, req.body);
    const requestId = requestIdOf(res);
    const results = await Promise.all(requests.map((body) => answerOne(body, requestId)));
    sendData<Static<typeof answer>>(res, { results });
  };

  const handlers = [authenticate, jsonBody(maxBytes), limit, handle] as const;
  return { "/api/v1/og/generate/batch": { post: { about: generateImages, handlers } } };
}
