import { imageFormats, type Recipe, type RenderFailure, type Warning } from "@placard/contracts";
import { templates } from "@placard/templates";
import { Counter, Histogram, type Registry } from "prom-client";
import type { StageTimes } from "./render-image.ts";

/** What a renderer has to tell of an image that it drew. */
export interface DrawnImage {
  recipe: Recipe;
  /** How long each stage took, in ms. `wait`: in the queue, before a renderer took it up. */
  times: StageTimes & { wait: number; store: number };
  warnings: readonly Warning[];
}

/** What a renderer counts. */
export function createRenderMetrics(registry: Registry) {
  const stages = new Histogram({
    name: "placard_render_stage_duration_seconds",
    help: "How long the stages of an image took: wait (in the queue), layout, paint, encode, store.",
    labelNames: ["stage"],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [registry],
  });
  const images = new Counter({
    name: "placard_render_images_total",
    help: "Images drawn and stored.",
    labelNames: ["template", "format"],
    registers: [registry],
  });
  const warnings = new Counter({
    name: "placard_render_warnings_total",
    help: "Warnings about images that were drawn all the same.",
    labelNames: ["code"],
    registers: [registry],
  });
  const failures = new Counter({
    name: "placard_render_failures_total",
    help: "Attempts to draw an image that failed, by cause. Those that are not final are made again.",
    labelNames: ["cause", "final"],
    registers: [registry],
  });
  for (const template of Object.keys(templates))
    for (const format of imageFormats) images.inc({ template, format }, 0);
  for (const cause of ["crashed", "expired", "unavailable", "render_failed"])
    for (const final of ["true", "false"]) failures.inc({ cause, final }, 0);

  return {
    noteDrawn({ recipe, times, warnings: told }: DrawnImage): void {
      for (const [stage, ms] of Object.entries(times)) stages.observe({ stage }, ms / 1000);
      images.inc({ template: recipe.template, format: recipe.format });
      for (const { code } of told) warnings.inc({ code });
    },
    /** @param final whether no further attempt will be made */
    noteFailure(cause: RenderFailure, final: boolean): void {
      failures.inc({ cause, final: String(final) });
    },
  };
}
export type RenderMetrics = ReturnType<typeof createRenderMetrics>;
