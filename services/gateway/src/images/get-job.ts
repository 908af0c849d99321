import {
  AppError,
  defaultMessage,
  imageIdPattern,
  type ErrorCode,
  type RenderFailure,
  exactObject,
} from "@placard/contracts";
import Type, { type Static } from "typebox";
import { addLogFields } from "../http/request-log.ts";
import type { Endpoint } from "../http/route.ts";
import { jsonEndpoint } from "../http/json-endpoint.ts";
import type { Generate } from "./generate.ts";
import type { ImageProgress, ImageRequests } from "./image-requests.ts";
import { generatedImage, imageIdField } from "./image-schemas.ts";
import { jsonResponse, pathParameter } from "../docs/operation.ts";

const pollSeconds = 1;

/** The error code of each failure of a job. A job that expired in the queue is reported as a timeout. */
const failureCodes = {
  render_failed: "render_failed",
  unavailable: "unavailable",
  gone: "gone",
  crashed: "render_failed",
  expired: "render_timeout",
} as const satisfies Record<RenderFailure, ErrorCode>;

type FailureCode = (typeof failureCodes)[RenderFailure];

const job = Type.Union(
  [
    exactObject({ id: imageIdField, status: Type.Union([Type.Literal("queued"), Type.Literal("drawing")]) }),
    exactObject({ id: imageIdField, status: Type.Literal("done"), result: generatedImage }),
    exactObject({
      id: imageIdField,
      status: Type.Literal("failed"),
      error: exactObject({
        code: Type.Unsafe<FailureCode>({
          type: "string",
          enum: [...new Set(Object.values(failureCodes))],
        }),
        message: Type.String(),
      }),
    }),
  ],
  { title: "Job" },
);

/** GET /api/v1/og/jobs/:id */
export function getJob(
  findProgress: ImageRequests["findProgress"],
  withLink: Generate["withLink"],
): Endpoint {
  function toJob(id: string, progress: ImageProgress): Static<typeof job> {
    if ("image" in progress) return { id, status: "done", result: withLink(id, progress.image) };
    if ("status" in progress) return { id, status: progress.status };
    const code = failureCodes[progress.failure];
    return { id, status: "failed", error: { code, message: defaultMessage(code) } };
  }

  return jsonEndpoint({
    id: "getJob",
    summary: "Get the status of an asynchronous request",
    description:
      "While the job is `queued` or `drawing`, call this again after `Retry-After` seconds. A failure is kept for 5 minutes, an image until it expires (with `cache: false`, for 5 minutes).",
    parameters: [pathParameter("id", "The ID from the 202 response", imageIdField)],
    responses: {
      200: jsonResponse("The status of the job", job, {
        "Retry-After": "seconds to wait before the next call, while the job is `queued` or `drawing`",
      }),
    },
    errors: ["not_found"],
    async handle({ params: { id }, owner, res }) {
      const isImageId = imageIdPattern.test(id);
      if (isImageId) addLogFields(res, { imageId: id });
      const progress = isImageId ? await findProgress(id) : undefined;
      if (progress === undefined || progress.owner !== owner) {
        throw new AppError("not_found", { message: "Job not found. Send the generate request again." });
      }
      if ("status" in progress) res.setHeader("Retry-After", pollSeconds);
      return toJob(id, progress);
    },
  });
}
