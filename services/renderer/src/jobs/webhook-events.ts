import {
  createWebhookEvent,
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
  return createWebhookEvent({ type: "image.rendered", account: job.recipe.owner, at, data });
}

/** The event of a render that failed for good, at the time `at` (epoch ms); undefined for previews. */
export function failedEvent(job: RenderJob, reason: RenderFailure, at: number): WebhookEvent | undefined {
  if (job.isPreview) return undefined;
  const data: FailedImageData = { ...commonData(job), reason };
  return createWebhookEvent({ type: "image.failed", account: job.recipe.owner, at, data });
}

function commonData({ id, recipe, requestId }: RenderJob) {
  return { id, template: recipe.template.id, requestId };
}
