import assert from "node:assert/strict";
import { AppError, type Recipe } from "@placard/contracts";
import { createLogger } from "@placard/runtime";
import { createDrawPreview } from "./draw-preview.ts";

const recipe: Recipe = {
  owner: "ada",
  template: { id: "blog", version: 1, hash: "h".repeat(43) },
  data: { title: "A title" },
  width: 1200,
  height: 630,
  format: "png",
  quality: 90,
};

describe("a preview", () => {
  const drawFailing = (failure: Error) =>
    createDrawPreview(
      { store: {} as never, logger: createLogger("gateway"), now: Date.now },
      { requestImage: () => Promise.reject(failure) },
    )({ recipe, requestId: "request" });

  it("that timed out is not said to be found later, because previews are not kept", async () => {
    const error = await drawFailing(new AppError("render_timeout")).catch((caught: unknown) => caught);
    assert.ok(error instanceof AppError);
    assert.deepEqual([error.code, error.status], ["render_timeout", 504]);
    assert.match(error.message, /^Rendering the preview timed out.* Try again\.$/);
    assert.doesNotMatch(error.message, /background|cache/);
  });

  it("rejects with any other error as it is", async () => {
    for (const error of [new AppError("overloaded"), new Error("connection lost")])
      await assert.rejects(drawFailing(error), (caught) => caught === error);
  });
});
