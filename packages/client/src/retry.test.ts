import assert from "node:assert/strict";
import { createClient } from "./index.ts";
import { failure, scriptedClient, success, type Step } from "./testing/scripted-fetch.ts";

const card = { template: "blog", data: { title: "A title" } } as const;
const uncached = { ...card, options: { cache: false } };
const outage = () => new TypeError("fetch failed");
const busy = (retryAfter?: string, headers = {}) =>
  failure(429, "rate_limited", {
    ...headers,
    ...(retryAfter !== undefined && { "Retry-After": retryAfter }),
  });
type Client = ReturnType<typeof scriptedClient>["client"];

/** How many requests a call makes that could go well the second time. */
async function triesOf(step: Step, call: (client: Client) => Promise<unknown>): Promise<number> {
  const { client, requests } = scriptedClient([step, success({})]);
  await call(client).catch(() => undefined);
  return requests.length;
}

describe("repeats", () => {
  it("are made of calls that are safe to repeat, and of no other", async () => {
    const safe: [string, (client: Client) => Promise<unknown>][] = [
      ["generate", (client) => client.generate(card)],
      ["generateAsync", (client) => client.generateAsync(card)],
      ["generateBatch", (client) => client.generateBatch([card, card])],
      ["listTemplates", (client) => client.listTemplates()],
      ["deleteImage", (client) => client.deleteImage("i")],
      ["keys.revoke", (client) => client.keys.revoke("k")],
    ];
    const unsafe: [string, (client: Client) => Promise<unknown>][] = [
      ["generate without cache", (client) => client.generate(uncached)],
      ["a batch with one without cache", (client) => client.generateBatch([card, uncached])],
      ["generateAsync without cache", (client) => client.generateAsync(uncached)],
      ["keys.create", (client) => client.keys.create({ name: "ci" })],
      ["signingKeys.create", (client) => client.signingKeys.create({ name: "site" })],
      ["passkeys.rename", (client) => client.passkeys.rename("p", { name: "Laptop" })],
      ["registerFinish", (client) => client.auth.registerFinish({ email: "e", credential: {} as never })],
      ["loginFinish", (client) => client.auth.loginFinish({ credential: {} as never })],
      ["logout", (client) => client.auth.logout()],
      ["health.ready", (client) => client.health.ready()],
    ];
    for (const [name, call] of safe) {
      assert.equal(await triesOf(busy("1"), call), 2, `${name} after 429`);
      assert.equal(await triesOf(outage(), call), 2, `${name} after an outage`);
    }
    for (const [name, call] of unsafe) {
      assert.equal(await triesOf(busy("1"), call), 1, `${name} after 429`);
      assert.equal(await triesOf(outage(), call), 1, `${name} after an outage`);
    }
  });

  it("are made of what may pass, and of nothing else", async () => {
    const generate = (client: Client) => client.generate(card);
    for (const [status, code] of [
      [503, "overloaded"],
      [503, "unavailable"],
      [504, "render_timeout"],
    ] as const) {
      assert.equal(await triesOf(failure(status, code), generate), 2, code);
    }
    assert.equal(await triesOf(new Response("<h1>Bad Gateway</h1>", { status: 502 }), generate), 2);
    for (const status of [400, 401, 403, 404, 409, 413, 500]) {
      assert.equal(await triesOf(failure(status, "some_code"), generate), 1, String(status));
    }
    assert.equal(await triesOf(new Response("<h1>Sign in</h1>"), generate), 1);
  });

  it("wait as long as Retry-After says, in seconds or until a date, and up to 250 ms more", async () => {
    const date = "Fri, 01 Jan 2027 00:00:05 GMT";
    const { client, waits } = scriptedClient([
      busy("3"),
      busy(date, { Date: "Fri, 01 Jan 2027 00:00:01 GMT" }),
      busy(date), // by the client's own clock, which these waits have brought to 00:00:07
      success(),
    ]);
    await client.listTemplates();
    assert.deepEqual(waits, [3125, 4125, 125]);
  });

  it("wait a random time below a bound that doubles where nothing, or nonsense, is said", async () => {
    const steps = [outage(), busy(), busy("soon"), busy("-1"), busy("1.5"), success()];
    const { client, waits } = scriptedClient(steps, { retries: { limit: 5, maxMs: 3000 } });
    await client.listTemplates();
    assert.deepEqual(waits, [125, 250, 500, 1000, 1500]);
  });

  it("end after their number, and the last failure is told", async () => {
    const steps = [outage(), outage(), outage(), busy("9")];
    const { client, requests } = scriptedClient(steps);
    await assert.rejects(client.listTemplates(), { code: "rate_limited", retryAfterSeconds: 9 });
    assert.equal(requests.length, 4);
    const none = scriptedClient([outage()], { retries: 0 });
    await assert.rejects(none.client.listTemplates(), { code: "network_error" });
  });

  it("are not waited for where the wait would take too long in all", async () => {
    const { client, waits } = scriptedClient([busy("20"), busy("20")]);
    await assert.rejects(client.listTemplates(), { code: "rate_limited", retryAfterSeconds: 20 });
    assert.deepEqual(waits, [20_125]);
  });

  it("end at once when the call is aborted while it waits", async () => {
    const fetch = async () => busy("20");
    const client = createClient({ baseUrl: "https://og.example.com", fetch });
    const controller = new AbortController();
    const reason = new Error("changed my mind");
    const began = performance.now();
    setTimeout(() => controller.abort(reason), 20);
    await assert.rejects(client.listTemplates({ signal: controller.signal }), reason);
    assert.ok(performance.now() - began < 5000);
  });
});
