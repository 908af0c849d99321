import assert from "node:assert/strict";
import { renderQueue, type RenderJob } from "@placard/contracts";
import type { ImageLoader } from "@placard/engine";
import { createLogger } from "@placard/runtime";
import type { CompiledTemplate } from "@placard/templates";
import { ImageUnavailableError } from "../remote-images/image-unavailable.ts";
import { createJobRenderer } from "./job-renderer.ts";

const url = "https://images.example/slow.png";

/** Calls the image loader of a card whose images take some time. Returns the time that each call may take. */
async function budgetsOf(tookMs: number, load: (images: ImageLoader) => Promise<unknown>): Promise<number[]> {
  let time = 0;
  const budgets: number[] = [];
  const fetch = (_url: string, { budgetMs }: { budgetMs: number }) => {
    budgets.push(budgetMs);
    time += Math.min(tookMs, budgetMs);
    if (tookMs > budgetMs) return Promise.reject(new ImageUnavailableError("took too long", undefined));
    return Promise.resolve({ width: 1, height: 1, rgba: new Uint8Array(4) });
  };
  const platform = { logger: createLogger("renderer"), now: () => time };
  const render = createJobRenderer(platform, {
    renderCard: async (_template, { images }) => (await load(images)) as never,
    remoteImages: { measureImage: fetch, fetchImage: (each, _size, options) => fetch(each, options) },
    remoteBytes: { open: () => Promise.resolve(() => {}) },
    assetImages: { imagePixels: () => Promise.reject(new Error("no assets")) },
  });
  const job = { id: "a", queue: renderQueue, recipe: { owner: "ada" }, deadline: 30_000, price: 1 };
  const options = { isSuspect: false, turn: 1, signal: new AbortController().signal, onDownloaded: () => {} };
  await render({} as CompiledTemplate, job as RenderJob, options);
  return budgets;
}

describe("the images of a card", () => {
  it("take at most 6 s each, to be measured and loaded together", async () => {
    const size = { width: 10, height: 10 };
    const budgets = await budgetsOf(2_500, async (images) => {
      await images.measure(url);
      for (let i = 0; i < 3; i++) await images.load({ kind: "remote", url, field: "image" }, size);
    });
    assert.deepEqual(budgets, [6_000, 3_500, 1_000, 0]);
  });
});
