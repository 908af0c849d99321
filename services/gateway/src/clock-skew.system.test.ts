import assert from "node:assert/strict";
import { fakeClockEnv, poll, registerTestClient, startPlacard, type Placard } from "@placard/testing";

const ttl = 100; // less than the clocks are off by

describe("hosts whose clocks differ", function () {
  this.timeout(60_000);
  let placard: Placard;
  afterEach(() => placard?.stop());

  const offsets = [
    { gateway: 0, renderer: 120 },
    { gateway: 0, renderer: -120 },
    { gateway: 120, renderer: -120 },
  ];
  for (const off of offsets) {
    it(`answer as one (gateway by ${off.gateway} s, renderer by ${off.renderer} s)`, async () => {
      const env = { IMAGE_TTL: `${ttl}`, RENDER_TIMEOUT_MS: "5000", PUBLIC_URL: "http://localhost:3000" };
      placard = await startPlacard({ gateways: 0, renderers: 0, env });
      const renderer = placard.startRenderer(await fakeClockEnv(off.renderer));
      const { url } = await placard.startGateway(await fakeClockEnv(off.gateway));
      await poll("Placard to be ready", async () => (await fetch(`${url}/health/ready`)).ok);

      const askedAt = Date.now();
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => generate(url, `Skewed ${i}`)));
      const answeredAt = Date.now();
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      for (const { data } of answers) {
        const drawnAt = Date.parse(data.expiresAt) - 1000 * ttl;
        assert.ok(askedAt - 50 <= drawnAt && drawnAt <= answeredAt + 50, `${drawnAt - askedAt} ms after`);
      }
      const image = await fetch(`${url}${new URL(answers[0]!.data.url).pathname}`);
      const maxAge = Number(/max-age=(\d+)/.exec(image.headers.get("cache-control") ?? "")?.[1]);
      assert.ok(maxAge <= ttl && maxAge >= ttl - 15, `max-age=${maxAge}`);
      assert.equal((await generate(url, "Skewed 0")).cache, "HIT");

      const visitor = await registerTestClient(url); // a session's token has dates too
      const { body } = await visitor.callWithToken("GET", "/auth/sessions");
      assert.ok(Math.abs(Date.parse(body.data.sessions[0].createdAt) - Date.now()) < 10_000);

      const drawn = await poll("its line", () => renderer.logs().find(({ msg }) => msg === "image rendered"));
      const wasOffBy = (Date.parse(String(drawn["time"])) - answeredAt) / 1000;
      assert.ok(Math.abs(wasOffBy - off.renderer) < 15, `the renderer's own clock was off by ${wasOffBy} s`);
      assert.ok(
        Number(drawn["waitMs"]) >= -5 && Number(drawn["waitMs"]) < 5_000,
        `waited ${String(drawn["waitMs"])} ms`,
      );
    });
  }

  async function generate(url: string, title: string) {
    const answer = await fetch(`${url}/api/v1/og/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ template: "blog", data: { title }, options: { width: 300, height: 200 } }),
    });
    const { data } = JSON.parse(await answer.text());
    return { status: answer.status, cache: answer.headers.get("x-cache"), data };
  }
});
