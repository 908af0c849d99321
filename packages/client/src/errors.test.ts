import assert from "node:assert/strict";
import { PlacardError } from "./index.ts";
import { scriptedClient, success, type Step } from "./testing/scripted-fetch.ts";

const request = { template: "blog", data: { title: "A title" } } as const;

/** The PlacardError that a call rejects with after this step. */
async function errorOf(step: Step, options = {}): Promise<PlacardError> {
  const { client } = scriptedClient([step], { retries: 0, ...options });
  const error: unknown = await client.generateImage(request).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof PlacardError, String(error));
  return error;
}

describe("a failed call", () => {
  it("rejects with a PlacardError that has every field of the server's error", async () => {
    const details = [{ path: "/data/title", message: "is required" }];
    const error = {
      code: "validation_failed",
      message: "Request body failed validation.",
      details,
      requestId: "r-9",
    };
    const body = { success: false, data: {}, error };
    const thrown = await errorOf(Response.json(body, { status: 400, headers: { "Retry-After": "7" } }));
    assert.equal(thrown.name, "PlacardError");
    const { code, status, summary: message, requestId, retryAfterSeconds } = thrown;
    assert.deepEqual(
      { code, status, message, requestId, retryAfterSeconds, details: thrown.details },
      { ...error, status: 400, retryAfterSeconds: 7 },
    );
  });

  it("has a message with the request without its query, and details that the summary lacks", async () => {
    const details = [
      { path: "/data/title", message: "is required" },
      { path: "", message: "and 3 more errors" },
    ];
    const error = { code: "validation_failed", message: "Request body failed validation.", details };
    const body = () => Response.json({ success: false, data: {}, error }, { status: 400 });
    const url = "https://og.example.com/placard/api/v1/og/generate";
    assert.equal(
      (await errorOf(body())).message,
      `Request body failed validation. (POST ${url})\n- /data/title: is required\n- and 3 more errors`,
    );
    error.message = "`data.title` is required. There are 3 more errors. Fix the fields listed in `details`.";
    const summarized = await errorOf(body());
    assert.equal(summarized.message, `${error.message} (POST ${url})\n- and 3 more errors`);
    assert.deepEqual(summarized.details, details);
    const outage = await errorOf(new TypeError("fetch failed"));
    assert.ok(outage.message.endsWith(` (POST ${url})`), outage.message);
    const { client } = scriptedClient([body()], { retries: 0 });
    const thrown: unknown = await client
      .checkLink("/og/sign/blog.png?sig=secret")
      .catch((cause: unknown) => cause);
    assert.ok(thrown instanceof PlacardError);
    assert.deepEqual(thrown.request, {
      method: "GET",
      url: "https://og.example.com/placard/api/v1/og/check-link",
    });
    assert.ok(!thrown.message.includes("secret"));
  });

  it("rejects with invalid_response and the status if the response has no envelope", async () => {
    const html = { headers: { "Content-Type": "text/html", "X-Request-Id": "proxy-1" } };
    for (const text of ["<h1>Bad Gateway</h1>", "", "null", "[]", '{"success":true}', '{"success":false}']) {
      const error = await errorOf(new Response(text, { ...html, status: 502 }));
      assert.deepEqual(
        [error.code, error.status, error.requestId],
        ["invalid_response", 502, "proxy-1"],
        text,
      );
      assert.match(error.message, /502, text\/html/);
      assert.equal((await errorOf(new Response(text, { status: 200 }))).code, "invalid_response", text);
    }
  });

  it("rejects with network_error if the connection fails, with timeout if nothing responds", async () => {
    const cause = new TypeError("fetch failed");
    const error = await errorOf(cause);
    assert.deepEqual([error.code, error.status, error.cause], ["network_error", undefined, cause]);
    const broken = new Response(new ReadableStream({ start: (stream) => stream.error(cause) }));
    assert.equal((await errorOf(broken)).code, "network_error", "an incomplete body");
    assert.equal((await errorOf("no response", { timeoutMs: 10 })).code, "timeout");
  });

  it("rejects with invalid_request if the request can't be built", async () => {
    assert.equal((await errorOf(success(), { key: "plk_\u2028x" })).code, "invalid_request");
    assert.equal((await errorOf(success(), { key: "a\nb" })).code, "invalid_request");
    const circular: Record<string, never> = {};
    Object.assign(circular, { circular });
    const { client } = scriptedClient([]);
    await assert.rejects(client.generateImage({ template: "mine", data: circular }), {
      code: "invalid_request",
    });
  });

  it("rejects with the signal's reason if aborted before or during the request", async () => {
    const { client, requests } = scriptedClient(["no response"]);
    const reason = new Error("navigated away");
    const controller = new AbortController();
    const running = client.generateImage(request, { signal: controller.signal });
    controller.abort(reason);
    await assert.rejects(running, reason);
    await assert.rejects(client.generateImage(request, { signal: controller.signal }), reason);
    assert.equal(requests.length, 1);
  });
});
