import assert from "node:assert/strict";
import { createClient } from "./index.ts";
import { failure, scriptedClient, success, type Step } from "./testing/scripted-fetch.ts";

const request = { template: "blog", data: { title: "A title" } } as const;
const uncached = { ...request, options: { cache: false } };
const outage = () => new TypeError("fetch failed");
const rateLimited = (retryAfter?: string, headers = {}) =>
  failure(429, "rate_limited", {
    ...headers,
    ...(retryAfter !== undefined && { "Retry-After": retryAfter }),
  });
type Client = ReturnType<typeof scriptedClient>["client"];

/** How many requests a call sends whose second attempt would succeed. */
async function attemptsOf(step: Step, call: (client: Client) => Promise<unknown>): Promise<number> {
  const { client, requests } = scriptedClient([step, success({})]);
  await call(client).catch(() => undefined);
  return requests.length;
}

describe("retries", () => {
  it("are made only for calls that are safe to retry", async () => {
    const safe: [string, (client: Client) => Promise<unknown>][] = [
      ["generateImage", (client) => client.generateImage(request)],
      ["generateImageAsync", (client) => client.generateImageAsync(request)],
      ["generateImages", (client) => client.generateImages([request, request])],
      ["listTemplates", (client) => client.listTemplates()],
      ["deleteImage", (client) => client.deleteImage("i")],
      ["revokeApiKey", (client) => client.revokeApiKey("k")],
    ];
    const unsafe: [string, (client: Client) => Promise<unknown>][] = [
      ["generateImage with cache: false", (client) => client.generateImage(uncached)],
      ["generateImages with one cache: false", (client) => client.generateImages([request, uncached])],
      ["generateImageAsync with cache: false", (client) => client.generateImageAsync(uncached)],
      ["createApiKey", (client) => client.createApiKey({ name: "ci" })],
      ["createSigningKey", (client) => client.createSigningKey({ name: "site" })],
      ["renamePasskey", (client) => client.renamePasskey("p", { name: "Laptop" })],
      ["finishRegistration", (client) => client.finishRegistration({ email: "e", credential: {} as never })],
      ["finishLogin", (client) => client.finishLogin({ credential: {} as never })],
      ["logout", (client) => client.logout()],
      ["getReadiness", (client) => client.getReadiness()],
    ];
    for (const [name, call] of safe) {
      assert.equal(await attemptsOf(rateLimited("1"), call), 2, `${name} after 429`);
      assert.equal(await attemptsOf(outage(), call), 2, `${name} after an outage`);
    }
    for (const [name, call] of unsafe) {
      assert.equal(await attemptsOf(rateLimited("1"), call), 1, `${name} after 429`);
      assert.equal(await attemptsOf(outage(), call), 1, `${name} after an outage`);
    }
  });

  it("are made only after transient errors", async () => {
    const generateImage = (client: Client) => client.generateImage(request);
    for (const [status, code] of [
      [503, "overloaded"],
      [503, "unavailable"],
      [504, "render_timeout"],
    ] as const) {
      assert.equal(await attemptsOf(failure(status, code), generateImage), 2, code);
    }
    assert.equal(await attemptsOf(new Response("<h1>Bad Gateway</h1>", { status: 502 }), generateImage), 2);
    for (const status of [400, 401, 403, 404, 409, 413, 500]) {
      assert.equal(await attemptsOf(failure(status, "some_code"), generateImage), 1, String(status));
    }
    assert.equal(await attemptsOf(new Response("<h1>Sign in</h1>"), generateImage), 1);
  });

  it("wait for the seconds in Retry-After, plus up to 250 ms", async () => {
    const { client, waits } = scriptedClient([rateLimited("3"), success()]);
    await client.listTemplates();
    assert.deepEqual(waits, [3125]);
  });

  it("wait a random time up to a doubling limit if Retry-After is absent or malformed", async () => {
    const steps = [
      outage(),
      rateLimited(),
      rateLimited("soon"),
      rateLimited("-1"),
      rateLimited("Fri, 01 Jan 2027 00:00:05 GMT"),
      success(),
    ];
    const { client, waits } = scriptedClient(steps, { retries: { limit: 5, maxMs: 3000 } });
    await client.listTemplates();
    assert.deepEqual(waits, [125, 250, 500, 1000, 1500]);
  });

  it("stop at the limit and reject with the last error", async () => {
    const steps = [outage(), outage(), outage(), rateLimited("9")];
    const { client, requests } = scriptedClient(steps);
    await assert.rejects(client.listTemplates(), { code: "rate_limited", retryAfterSeconds: 9 });
    assert.equal(requests.length, 4);
    const none = scriptedClient([outage()], { retries: 0 });
    await assert.rejects(none.client.listTemplates(), { code: "network_error" });
  });

  it("are not made if the wait would exceed totalMs", async () => {
    const { client, waits } = scriptedClient([rateLimited("20"), rateLimited("20")]);
    await assert.rejects(client.listTemplates(), { code: "rate_limited", retryAfterSeconds: 20 });
    assert.deepEqual(waits, [20_125]);
  });

  it("stop immediately if the call is aborted during a wait", async () => {
    const fetch = async () => rateLimited("20");
    const client = createClient({ baseUrl: "https://og.example.com", fetch });
    const controller = new AbortController();
    const reason = new Error("navigated away");
    const startedAt = performance.now();
    setTimeout(() => controller.abort(reason), 20);
    await assert.rejects(client.listTemplates({ signal: controller.signal }), reason);
    assert.ok(performance.now() - startedAt < 5000);
  });
});
