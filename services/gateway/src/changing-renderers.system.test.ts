import assert from "node:assert/strict";
import { poll, startPlacard, type Placard, type RendererService } from "@placard/testing";

describe("a Placard whose renderers start and stop", () => {
  let placard: Placard;
  let renderers: RendererService[];
  before(async () => {
    placard = await startPlacard({ gateways: 2, env: { RATE_LIMIT_API: "0" } });
    renderers = [...placard.renderers];
  });
  after(() => placard?.stop());

  it("responds 200 to every request while renderers start and stop under load", async () => {
    const statuses: number[] = [];
    let isGenerating = true;
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let n = 0; isGenerating; n++)
        statuses.push((await generate(placard.gateways[n % 2]!.url, `${client} ${n}`)).status);
    });
    try {
      const hasRendered = (renderer: RendererService) =>
        renderer.logs().some(({ msg }) => msg === "image rendered");
      const [first] = renderers;
      const started = [placard.startRenderer(), placard.startRenderer()];
      renderers.push(...started);
      for (const renderer of started)
        await poll("the new renderer to render an image", () => hasRendered(renderer));
      assert.equal(await first!.stop("SIGTERM"), 0);
      const countBefore = statuses.length;
      await poll("the other renderers to continue", () => statuses.length >= countBefore + 40);
    } finally {
      isGenerating = false;
      await Promise.all(clients);
    }
    assert.deepEqual([...new Set(statuses)], [200]);
  });

  it("responds 503, and names the renderer, if no renderer is running", async () => {
    await Promise.all(renderers.map((renderer) => renderer.stop()));
    for (const { url } of placard.gateways) {
      const message = await poll("readiness to fail", async () => {
        const response = await fetch(`${url}/health/ready`);
        const body = JSON.parse(await response.text());
        return response.status === 503 && (body.error.message as string);
      });
      assert.match(message, /renderer/);
      const { status, code, retryAfter } = await generate(url, "Without a renderer");
      assert.deepEqual([status, code], [503, "unavailable"]);
      assert.ok(retryAfter >= 1);
    }
  });

  async function generate(url: string, title: string) {
    const response = await fetch(`${url}/api/v1/og/generate`, {
      method: "POST",
      headers: { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" },
      body: JSON.stringify({ template: "blog", data: { title }, options: { width: 300, height: 200 } }),
    });
    const { error } = JSON.parse(await response.text());
    return {
      status: response.status,
      code: error?.code as unknown,
      retryAfter: Number(response.headers.get("retry-after")),
    };
  }
});
