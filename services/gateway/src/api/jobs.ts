import { AppError, errorCodes, imageIdPattern, type ErrorCode, type RenderFailure } from "@placard/contracts";
import type { RequestHandler } from "express";
import Type, { type Static } from "typebox";
import { sendData } from "../http/envelope.ts";
import type { Operation } from "../docs/operation.ts";
import type { Generate } from "../images/generate.ts";
import type { Renders } from "../images/renders.ts";
import { generatedExample, generatedImage, imageIdField } from "./render-fields.ts";
import type { Middleware, PathParameters, Routes } from "../http/route.ts";

interface Deps {
  /** Authenticates and rate-limits. */
  guard: Middleware[];
  progressOf: Renders["progressOf"];
  linked: Generate["linked"];
}

const exact = { additionalProperties: false };
const pollSeconds = 1;

/** What a job's failure is called where it is told. One that came too late is one that took too long. */
const failures = {
  render_failed: "render_failed",
  unavailable: "unavailable",
  crashed: "render_failed",
  expired: "render_timeout",
} as const satisfies Record<RenderFailure, ErrorCode>;

type Failure = (typeof failures)[RenderFailure];

const job = Type.Union(
  [
    Type.Object(
      { id: imageIdField, status: Type.Union([Type.Literal("queued"), Type.Literal("drawing")]) },
      exact,
    ),
    Type.Object({ id: imageIdField, status: Type.Literal("done"), result: generatedImage }, exact),
    Type.Object(
      {
        id: imageIdField,
        status: Type.Literal("failed"),
        error: Type.Object(
          {
            code: Type.Unsafe<Failure>({ type: "string", enum: Object.values(failures) }),
            message: Type.String(),
          },
          exact,
        ),
      },
      exact,
    ),
  ],
  { title: "Job" },
);

const getJob: Operation = {
  id: "getJob",
  tag: "images",
  summary: "What has become of an image that was asked for with `Prefer: respond-async`",
  description:
    "Ask again after `Retry-After` seconds while it is `queued` or `drawing`. A failure is remembered for 5 minutes, an image for as long as it is good (with `cache: false`, for 5 minutes).",
  parameters: [{ in: "path", name: "id", description: "From the 202 answer", schema: imageIdField }],
  responses: {
    200: {
      description: "The job's state",
      data: job,
      example: { id: "Yw0qJ5v1mB2xk9T3uLrZ8eNfH6aGdCsP", status: "done", result: generatedExample },
      headers: { "Retry-After": "seconds; while it is queued or drawing" },
    },
  },
  errors: ["not_found"],
};

/** The jobs that nobody waits for. */
export function jobRoutes({ guard, progressOf, linked }: Deps): Routes {
  const show: RequestHandler<PathParameters> = async (req, res) => {
    const { id } = req.params;
    const progress = imageIdPattern.test(id) ? await progressOf(id) : undefined;
    if (progress === undefined) {
      throw new AppError("not_found", { message: "No such job is known. Ask for the image anew." });
    }
    if (progress === "queued" || progress === "drawing") res.setHeader("Retry-After", pollSeconds);
    sendData<Static<typeof job>>(res, view(id, progress));
  };

  function view(id: string, progress: NonNullable<Awaited<ReturnType<typeof progressOf>>>) {
    if (typeof progress === "object") {
      return { id, status: "done" as const, result: linked(id, progress) };
    }
    if (progress === "queued" || progress === "drawing") return { id, status: progress };
    const code = failures[progress];
    return { id, status: "failed" as const, error: { code, message: errorCodes[code].message } };
  }

  return { "/api/v1/og/jobs/:id": { get: { about: getJob, handlers: [...guard, show] } } };
}
