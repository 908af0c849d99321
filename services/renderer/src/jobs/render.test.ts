import assert from "node:assert/strict";
import type { RenderJob } from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import type { ObjectMeta } from "@placard/storage";
import type { Job } from "bullmq";
import { describe, it } from "mocha";
import { createRenderProcessor, renderFailureOf } from "./render.ts";

describe("a render job", () => {
  it("ends at its deadline even where drawing does not, and stores and announces nothing", async () => {
    const done: string[] = [];
    const render = createRenderProcessor({
      draw: () => new Promise(() => {}),
      store: {
        put: async (key) => {
          done.push(key);
          return {} as ObjectMeta;
        },
      },
      announcer: {
        find: async () => undefined,
        drawn: async () => void done.push("drawn"),
        again: async () => void done.push("again"),
        failed: async () => void done.push("failed"),
      },
      removeLater: async () => {},
      noteDrawn: () => {},
      logger: createLogger("renderer"),
      now: Date.now,
      imageTtlSeconds: 60,
      recipeTtlSeconds: 60,
    });
    const data: RenderJob = {
      id: "a".repeat(32),
      recipe: {
        template: "blog",
        data: { title: "x" },
        width: 200,
        height: 200,
        format: "png",
        quality: 100,
      },
      ticket: "t",
      requestId: "r",
      deadline: Date.now() + 50,
    };
    const failure = await render({ data, timestamp: Date.now() } as Job<RenderJob>).then(
      () => undefined,
      (error: Error) => error,
    );
    assert.ok(failure);
    assert.equal(renderFailureOf(failure), "expired");
    assert.equal(done.length, 1, "only the recipe is stored");
  });
});
