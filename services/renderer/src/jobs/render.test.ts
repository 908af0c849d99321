import assert from "node:assert/strict";
import type { RenderJob, UsageReport } from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import type { ObjectMeta } from "@placard/storage";
import { createBuiltInProvider, readBuiltInTemplates } from "@placard/template-store";
import { createTemplateCatalog } from "@placard/templates";
import type { Job } from "bullmq";
import { describe, it } from "mocha";
import { failureOf } from "./render-failures.ts";
import { createRenderProcessor } from "./render.ts";

describe("a render job", () => {
  it("fails at its deadline even if rendering never ends, stores and publishes no image, and reports its downloads", async () => {
    const calls: string[] = [];
    const reports: UsageReport[] = [];
    let signal: AbortSignal | undefined;
    const processRenderJob = createRenderProcessor({
      catalog: createTemplateCatalog([createBuiltInProvider(readBuiltInTemplates())]),
      render: (_template, _job, options) => {
        ({ signal } = options);
        options.onDownloaded(1_000);
        return new Promise(() => {});
      },
      store: {
        put: async (key) => {
          calls.push(key);
          return {} as ObjectMeta;
        },
      },
      storeBuiltIn: async () => {},
      results: {
        find: async () => undefined,
        reportUsage: async (usage) => void reports.push(usage),
      },
      addRecentCard: () => Promise.resolve(),
      deleteLater: async () => {},
      recordRender: () => {},
      logger: createLogger("renderer"),
      now: Date.now,
      imageTtlSeconds: 60,
      recipeTtlSeconds: 60,
    });
    const data: RenderJob = {
      id: "a".repeat(32),
      recipe: {
        owner: "o".repeat(22),
        template: { id: "blog", version: 1 },
        data: { title: "x" },
        width: 200,
        height: 200,
        format: "png",
        quality: 100,
      },
      flightId: "f",
      requestId: "r",
      keyId: "k",
      deadline: Date.now() + 1_000,
    };
    const job = { data, timestamp: Date.now(), attemptsStarted: 1 } as Job<RenderJob>;
    const error = await processRenderJob(job).then(
      () => assert.fail("the job did not fail"),
      (reason: Error) => reason,
    );
    assert.equal(failureOf(job, error), "expired");
    assert.equal(calls.length, 1, "only the recipe is stored");
    assert.equal(signal?.aborted, true);
    const usage = { account: data.recipe.owner, keyId: "k", renders: 0, bytes: 0, remoteBytes: 1_000 };
    assert.deepEqual(reports, [usage]);
  });
});
