import {
  imageFormatNames,
  type ImageFormat,
  type Recipe,
  type RenderFailure,
  type Warning,
} from "@placard/contracts";
import type { StageTimes } from "@placard/engine";
import { Counter, Histogram, type Registry } from "prom-client";

/** The metrics of a rendered and stored image. */
export interface RecordedRender {
  recipe: Recipe;
  format: ImageFormat;
  /** The duration of each stage, in ms. `wait` is the time in the queue. */
  times: StageTimes & { wait: number; store: number };
  warnings: readonly Warning[];
}

/**
 * Creates the metrics of a renderer. Images of templates other than those named are counted as `other`, so
 * that no caller can create label values.
 */
export function createRenderMetrics(registry: Registry, templates: readonly string[]) {
  const stages = new Histogram({
    name: "placard_render_stage_duration_seconds",
    help: "Duration of the stages of a render: wait (in the queue), layout, paint, encode, store.",
    labelNames: ["stage"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const images = new Counter({
    name: "placard_render_images_total",
    help: "Images rendered and stored.",
    labelNames: ["template", "format"],
    registers: [registry],
  });
  const warnings = new Counter({
    name: "placard_render_warnings_total",
    help: "Warnings about rendered images.",
    labelNames: ["code"],
    registers: [registry],
  });
  const failures = new Counter({
    name: "placard_render_failures_total",
    help: "Failed attempts to render an image, by cause. Attempts that are not final are retried.",
    labelNames: ["cause", "final"],
    registers: [registry],
  });
  for (const template of templates)
    for (const format of imageFormatNames) images.inc({ template, format }, 0);
  for (const cause of ["crashed", "expired", "gone", "unavailable", "render_failed"])
    for (const final of ["true", "false"]) failures.inc({ cause, final }, 0);

  return {
    recordRender(render: RecordedRender): void {
      const { format } = render;
      const { template } = render.recipe;
      const label = templates.includes(template.id) ? template.id : "other";
      for (const [stage, ms] of Object.entries(render.times)) stages.observe({ stage }, ms / 1000);
      images.inc({ template: label, format });
      for (const { code } of render.warnings) warnings.inc({ code });
    },
    /** @param isFinal whether the job is not retried */
    recordFailure(cause: RenderFailure, isFinal: boolean): void {
      failures.inc({ cause, final: String(isFinal) });
    },
  };
}
export type RenderMetrics = ReturnType<typeof createRenderMetrics>;
