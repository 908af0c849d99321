import { hash } from "node:crypto";
import {
  type FailedImageData,
  type ImageMetadata,
  type RenderedImageData,
  type RenderFailure,
  type RenderJob,
  type WebhookEvent,
} from "@placard/contracts";

/** The event of a rendered image, at the time `at` (epoch ms); undefined for previews. */
export function renderedEvent(job: RenderJob, image: ImageMetadata, at: number): WebhookEvent | undefined {
  if (job.isPreview) return undefined;
  const data: RenderedImageData = { ...commonData(job), ...image };
  return { ...eventOf(job, at), type: "image.rendered", data };
}

/** The event of a render that failed for good, at the time `at` (epoch ms); undefined for previews. */
export function failedEvent(job: RenderJob, reason: RenderFailure, at: number): WebhookEvent | undefined {
  if (job.isPreview) return undefined;
  const data: FailedImageData = { ...commonData(job), reason };
  return { ...eventOf(job, at), type: "image.failed", data };
}

/** The ID is that of the flight: if its job is retried after it has ended, the event is delivered once. */
function eventOf({ id, flightId, recipe }: RenderJob, at: number) {
  const flight = hash("sha256", `${id} ${flightId}`);
  return { id: `msg_${flight.slice(0, 32)}`, account: recipe.owner, at };
}

function commonData({ id, recipe, requestId }: RenderJob) {
  return { id, template: recipe.template.id, requestId };
}
