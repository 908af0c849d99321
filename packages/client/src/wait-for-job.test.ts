import assert from "node:assert/strict";
import { scriptedClient, success } from "./testing/scripted-fetch.ts";

const request = { template: "blog", data: { title: "A title" } } as const;

describe("waitForJob", () => {
  it("polls as often as Retry-After allows and resolves with the image", async () => {
    const result = { url: "https://og.example.com/og/x.png" };
    const pending = (status: string, headers = {}) => success({ id: "j", status }, headers);
    const { client, waits } = scriptedClient([
      success({ id: "j", status: "queued" }, {}, 202),
      pending("queued", { "Retry-After": "2" }),
      pending("drawing"),
      success({ id: "j", status: "done", result }),
    ]);
    const { data: job } = await client.generateImageAsync(request);
    assert.deepEqual(job, { id: "j", status: "queued" });
    assert.deepEqual((await client.waitForJob("j")).data, result);
    assert.deepEqual(waits, [2000, 1000]);
  });

  it("is not needed for a cached image", async () => {
    const { client, requests } = scriptedClient([success({ url: "u" })]);
    assert.deepEqual((await client.generateImageAsync(request)).data, {
      status: "done",
      result: { url: "u" },
    });
    assert.equal(requests[0]?.headers.get("prefer"), "respond-async");
  });

  it("rejects with the error of a failed job, and with timeout after timeoutMs", async () => {
    const error = { code: "render_failed", message: "The image could not be rendered." };
    const failed = scriptedClient([success({ id: "j", status: "failed", error })]);
    await assert.rejects(failed.client.waitForJob("j"), error);
    const queued = Array.from({ length: 9 }, () => success({ id: "j", status: "queued" }));
    const slow = scriptedClient(queued);
    await assert.rejects(slow.client.waitForJob("j", { timeoutMs: 3500 }), { code: "timeout" });
    assert.deepEqual(slow.waits, [1000, 1000, 1000]);
  });
});
