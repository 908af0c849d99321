import assert from "node:assert/strict";
import { fakeClockEnv, poll, registerTestClient, startPlacard, type Placard } from "@placard/testing";

const ttl = 100; // less than the clock error

describe("a Placard on hosts with wrong clocks", () => {
  let placard: Placard;
  afterEach(() => placard?.stop());

  /** In seconds, compared with the clock of the test and of Redis. */
  const clocks = { gateway: -120, renderer: 120 };

  it("sets the dates of images and sessions correctly", async () => {
    const env = { IMAGE_TTL: `${ttl}` };
    placard = await startPlacard({ gateways: 0, renderers: 0, env });
    const renderer = placard.startRenderer(await fakeClockEnv(clocks.renderer));
    const { url } = await placard.startGateway(await fakeClockEnv(clocks.gateway));
    await poll("Placard to be ready", async () => (await fetch(`${url}/health/ready`)).ok);

    const sentAt = Date.now();
    const responses = await Promise.all(Array.from({ length: 5 }, (_, i) => generate(url, `Skewed ${i}`)));
    const receivedAt = Date.now();
    assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200]);
    for (const { data } of responses) {
      const renderedAt = Date.parse(data.expiresAt) - 1000 * ttl;
      assert.ok(
        sentAt - 500 <= renderedAt && renderedAt <= receivedAt + 500,
        `${renderedAt - sentAt} ms after the request`,
      );
    }
    const image = await fetch(`${url}${new URL(responses[0]!.data.url).pathname}`);
    const maxAge = Number(/max-age=(\d+)/.exec(image.headers.get("cache-control") ?? "")?.[1]);
    assert.ok(maxAge <= ttl && maxAge >= ttl - 60, `max-age=${maxAge}`);
    assert.equal((await generate(url, "Skewed 0")).cache, "HIT");

    const client = await registerTestClient(url); // session tokens contain dates, too
    const { body } = await client.callWithToken("GET", "/auth/sessions");
    assert.ok(Math.abs(Date.parse(body.data.sessions[0].createdAt) - Date.now()) < 60_000);

    const line = await poll("the log of a render", () =>
      renderer.logs().find(({ msg }) => msg === "image rendered"),
    );
    const rendererError = (Date.parse(String(line["time"])) - receivedAt) / 1000;
    assert.ok(Math.abs(rendererError - clocks.renderer) < 60, `its clock was wrong by ${rendererError} s`);
    const waitMs = Number(line["waitMs"]);
    assert.ok(waitMs >= -500 && waitMs < 60_000, `waited ${waitMs} ms`);
  });

  async function generate(url: string, title: string) {
    const response = await fetch(`${url}/api/v1/og/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ template: "blog", data: { title }, options: { width: 300, height: 200 } }),
    });
    const { data } = JSON.parse(await response.text());
    return { status: response.status, cache: response.headers.get("x-cache"), data };
  }
});
