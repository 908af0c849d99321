import assert from "node:assert/strict";
import {
  imageKey,
  renderQueue,
  type RenderFailure,
  type RenderJob,
  type RenderResult,
  type RenderSuccess,
  type UsageReport,
} from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import type { ObjectMeta } from "@placard/storage";
import { createCompileInTurn, readBuiltInTemplate } from "@placard/template-store";
import { createFixedProvider, createTemplateCatalog } from "@placard/templates";
import { describe, it } from "mocha";
import type { Platform } from "../platform.ts";
import type { JobRenderer } from "./job-renderer.ts";
import { failureOf } from "./render-failures.ts";
import { createRenderProcessor } from "./render.ts";

const blog = readBuiltInTemplate("blog");
const owner = "o".repeat(22);

/** Processes a job of an image with an earlier result, and records what it does. */
async function process(render: JobRenderer, earlier?: RenderResult) {
  const stored: string[] = [];
  const published: RenderResult[] = [];
  const reports: UsageReport[] = [];
  const delays: [account: string, price: number][] = [];
  const store = {
    put: async (key: string) => {
      stored.push(key);
      return {} as ObjectMeta;
    },
  };
  const settings = { IMAGE_TTL: 60 };
  const platform = {
    settings,
    store,
    logger: createLogger("renderer"),
    now: Date.now,
  } as unknown as Platform;
  const processRenderJob = createRenderProcessor(platform, {
    catalog: createTemplateCatalog([createFixedProvider([blog])]),
    compile: createCompileInTurn(),
    render,
    storeRecipe: async (_job, { warnings = [] }) =>
      void stored.push(["recipe", ...warnings.map(({ code }) => code)].join(" ")),
    results: {
      find: async () => earlier,
      publish: async (_id, result) => void published.push(result),
      republish: async (_id, result) => void published.push(result),
      reportUsage: async (usage) => void reports.push(usage),
      endTurn: async () => {},
      delayTurns: async (account, price) => void delays.push([account, price]),
    },
    addRecentCard: async () => {},
    deleteLater: async () => {},
    recordRender: () => {},
  });
  const data: RenderJob = {
    id: "a".repeat(32),
    queue: renderQueue,
    recipe: {
      owner,
      template: { id: "blog", version: 1, hash: blog.hash },
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
    price: 1,
  };
  let failure: RenderFailure | undefined;
  try {
    await processRenderJob({ data, timestamp: Date.now(), stalledCounter: 0, priority: 1 });
  } catch (error) {
    failure = failureOf({ attemptsStarted: 1 }, error as Error);
  }
  return { failure, stored, published, reports, delays };
}

describe("a render job", () => {
  it("fails at its deadline if rendering never ends, stores nothing, and reports its downloads", async () => {
    let signal: AbortSignal | undefined;
    const { failure, stored, published, reports } = await process((_template, _job, options) => {
      ({ signal } = options);
      options.onDownloaded(1_000);
      return new Promise(() => {});
    });
    assert.equal(failure, "expired");
    assert.deepEqual(stored, []);
    assert.deepEqual(published, []);
    assert.equal(signal?.aborted, true);
    assert.deepEqual(reports, [{ account: owner, keyId: "k", renders: 0, bytes: 0, remoteBytes: 1_000 }]);
  });

  it("does not render an image that has a result, and publishes that result again", async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const image = { width: 200, height: 200, format: "png", size: 5, expiresAt } as const;
    const earlier: RenderSuccess = { owner, flightId: "another", image };
    const { failure, stored, published } = await process(() => assert.fail("it is rendered"), earlier);
    assert.deepEqual([failure, stored, published], [undefined, [], [earlier]]);
  });

  it("stores its image and its recipe once, with the warnings of the image", async () => {
    const warnings = [{ code: "text_truncated", field: "title", message: "It is cut." }] as const;
    const image = { bytes: Buffer.alloc(5), width: 200, height: 200, format: "png", quality: 100 } as const;
    const times = { layout: 0, paint: 0, encode: 0 };
    const { stored } = await process(async () => ({
      ...image,
      warnings: [...warnings],
      boxes: [],
      times,
      effectsMs: 0,
    }));
    assert.deepEqual(stored, [imageKey("a".repeat(32), "png"), "recipe text_truncated"]);
  });

  it("moves the next turn of its account by the price of the card's effects", async () => {
    const image = { bytes: Buffer.alloc(5), width: 200, height: 200, format: "png", quality: 100 } as const;
    const rendered = { ...image, warnings: [], boxes: [], times: { layout: 0, paint: 0, encode: 0 } };
    const render = (effectsMs: number) => process(async () => ({ ...rendered, effectsMs }));
    assert.deepEqual((await render(20)).delays, []);
    assert.deepEqual((await render(200)).delays, [[owner, 4]]);
  });

  it("does not render an image that has recently crashed the processes that rendered it", async () => {
    const earlier: RenderResult = { owner, failure: "crashed" };
    const { failure } = await process(() => assert.fail("it is rendered"), earlier);
    assert.equal(failure, "crashed");
  });
});
