import { exactObject, failedImageData, imageEventData, type WebhookEventType } from "@placard/contracts";
import Type, { type Static, type TSchema } from "typebox";
import { timeField, type Time } from "../http/present.ts";
import { generatedImage } from "../images/image-schemas.ts";

const batchFinished = exactObject(
  {
    requestId: imageEventData.requestId,
    results: Type.Array(
      exactObject({
        status: Type.Integer({ description: "as in the response to the batch", examples: [200] }),
        url: Type.Optional(
          Type.Unsafe<string>({
            ...generatedImage.properties.url,
            description: "the link, if the status is 200",
          }),
        ),
        error: Type.Optional(Type.String({ description: "the error code, if the status is not 200" })),
      }),
      { description: "in the order of the requests" },
    ),
  },
  { title: "BatchFinishedData" },
);

/** The data of `batch.finished`. */
export type BatchFinishedData = Static<typeof batchFinished>;

/** The schema of the data of each type of events, and when it occurs. */
interface EventDescription {
  summary: string;
  description: string;
  data: TSchema;
}

/** All types of events. */
export const webhookEvents: Readonly<Record<WebhookEventType | "webhook.test", EventDescription>> = {
  "image.rendered": {
    summary: "An image was rendered",
    description:
      "Once for each render, also for signed links and for images whose bytes had expired. Not for requests whose image existed, and not for previews.",
    data: exactObject({ ...imageEventData, ...generatedImage.properties }, { title: "ImageRenderedData" }),
  },
  "image.failed": {
    summary: "A render failed",
    description:
      "After the last attempt. `render_failed`: it failed; `crashed`: it crashed the processes that rendered it; `gone`: its template was deleted; `unavailable`: storage was unavailable; `expired`: it waited in the queue for too long. If a request still waits for an image that is `expired`, it is enqueued again.",
    data: failedImageData,
  },
  "batch.finished": {
    summary: "A batch was processed",
    description: "When the response to the batch is ready.",
    data: batchFinished,
  },
  "quota.reached": {
    summary: "The account has used up its renders of the day",
    description:
      "Once a day (UTC), when the last render of the quota is enqueued. Requests that need another render fail with `quota_exceeded` until `resetsAt`.",
    data: exactObject(
      {
        quota: Type.Literal("daily_renders"),
        limit: Type.Integer({ description: "renders per day", examples: [1_000] }),
        resetsAt: timeField,
      },
      { title: "QuotaReachedData" },
    ),
  },
  "webhook.test": {
    summary: "A user sent a test event",
    description: "Sent to one webhook, whatever events it is for.",
    data: exactObject(
      { webhookId: Type.String({ examples: ["q0Zs3VbNf1xYtR7K"] }) },
      { title: "WebhookTestData" },
    ),
  },
};

/** The schema of the body of a delivery. */
export function payloadSchema(type: keyof typeof webhookEvents): TSchema {
  const { data } = webhookEvents[type];
  return Type.Object({
    type: Type.Literal(type),
    timestamp: Type.Unsafe<Time>({
      ...timeField,
      description: "when the event occurred",
    }),
    data,
  });
}

/** The schema of the body of any delivery. */
export const anyPayload = Type.Union(
  (Object.keys(webhookEvents) as (keyof typeof webhookEvents)[]).map(payloadSchema),
);
