import assert from "node:assert/strict";
import { poll, startPlacard, type Placard, type RendererService, type Service } from "@placard/testing";

describe("renderers that come and go under load", function () {
  this.timeout(60_000);
  let placard: Placard;
  afterEach(() => placard?.stop());

  it("cost no request: every answer is 200", async () => {
    placard = await startPlacard({ gateways: 2, env: { RATE_LIMIT_API: "0" } });
    const statuses: number[] = [];
    let loaded = true;
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let n = 0; loaded; n++)
        statuses.push(await generate(placard.gateways[n % 2]!.url, `${client} ${n}`));
    });
    try {
      const [first] = placard.renderers as [RendererService];
      const draws = (renderer: Service) => () => renderer.logs().some(({ msg }) => msg === "image rendered");
      const later = [placard.startRenderer(), placard.startRenderer()];
      for (const renderer of later) await poll("the new renderer to draw", draws(renderer));
      assert.equal(await first.stop("SIGTERM"), 0);
      const soFar = statuses.length;
      await poll("the others to go on", () => statuses.length >= soFar + 40);
    } finally {
      loaded = false;
      await Promise.all(clients);
    }
    assert.deepEqual([...new Set(statuses)], [200]);
  });

  async function generate(url: string, title: string): Promise<number> {
    const answer = await fetch(`${url}/api/v1/og/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ template: "blog", data: { title }, options: { width: 300, height: 200 } }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }
});
