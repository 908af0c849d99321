import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { canonicalLink, signLink } from "@placard/contracts";
import {
  crashingCanvasOptions,
  poll,
  startPlacard,
  type Placard,
  type RendererService,
} from "@placard/testing";

/** The renderers behave as usual until a card contains `Poison`. */
const crashing = { NODE_OPTIONS: crashingCanvasOptions };

describe("a Placard whose renderers start and stop", () => {
  let placard: Placard;
  let renderers: RendererService[];
  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      gateways: 2,
      renderers: 0,
      env: { RATE_LIMIT_API: "0" },
    });
    renderers = [placard.startRenderer(crashing), placard.startRenderer(crashing)];
    for (const { adminUrl } of renderers)
      await poll("a renderer to be ready", async () => (await fetch(`${adminUrl}/health/ready`)).ok);
  });
  after(() => placard?.stop());

  it("fails a card that crashes its renderer at the second attempt, and renders the others", async () => {
    const crashed: RendererService[] = [];
    for (const renderer of renderers) void renderer.exited.then(() => crashed.push(renderer));
    const large = { options: { width: 1600, height: 1600, format: "webp" } };
    const titles = Array.from({ length: 6 }, (_, i) => (i === 1 ? "Poison" : `Innocent ${i}`));
    const responses = await Promise.all(titles.map((title) => generate(placard.url, title, large)));
    for (const [i, { status, code }] of responses.entries())
      assert.deepEqual([status, code], i === 1 ? [500, "render_failed"] : [200, undefined], titles[i]);
    const repeated = await generate(placard.url, "Poison", large);
    assert.deepEqual([repeated.status, repeated.code], [500, "render_failed"]);
    assert.equal(crashed.length, 1);
    renderers = renderers.filter((renderer) => renderer !== crashed[0]);
  });

  it("responds 200 to every request while renderers start and stop under load", async () => {
    const statuses: number[] = [];
    let isLoaded = true;
    const clients = Array.from({ length: 4 }, async (_, client) => {
      for (let n = 0; isLoaded; n++) {
        statuses.push((await generate(placard.gateways[n % 2]!.url, `${client} ${n}`)).status);
        await delay(100);
      }
    });
    try {
      const hasRendered = (renderer: RendererService) =>
        renderer.logs().some(({ msg }) => msg === "image rendered");
      const [first] = renderers;
      const started = placard.startRenderer();
      renderers.push(started);
      await poll("the new renderer to render an image", () => hasRendered(started));
      assert.equal(await first!.stop("SIGTERM"), 0);
      renderers.shift();
      const soFar = statuses.length;
      await poll("the other renderer to continue", () => statuses.length >= soFar + 8);
    } finally {
      isLoaded = false;
      await Promise.all(clients);
    }
    assert.deepEqual([...new Set(statuses)], [200]);
  });

  it("responds 503 with the renderer's name if none is running, and serves stored images", async () => {
    const account = await placard.createAccount();
    const { id, secret } = await account.createSigningKey();
    const sign = (title: string) => {
      const query = new Map([
        ["title", title],
        ["kid", id],
      ]);
      query.set("sig", signLink(secret, canonicalLink("blog.png", query)));
      return `/og/sign/blog.png?${new URLSearchParams([...query]).toString()}`;
    };
    const follow = (title: string) => fetch(placard.url + sign(title));
    assert.equal((await generate(placard.url, "Ready")).status, 200);
    assert.equal((await follow("Stored")).status, 200);
    await Promise.all(renderers.map((renderer) => renderer.stop()));
    for (const { url } of placard.gateways) {
      const message = await poll("readiness to fail", async () => {
        const response = await fetch(`${url}/health/ready`);
        const body = JSON.parse(await response.text());
        return response.status === 503 && (body.error.message as string);
      });
      assert.match(message, /renderer/);
      for (const prefer of ["wait=10", "respond-async"]) {
        const { status, code, retryAfter } = await generate(url, `Without a renderer ${prefer}`, { prefer });
        assert.deepEqual([status, code], [503, "unavailable"], prefer);
        assert.ok(retryAfter >= 1);
      }
    }
    for (const [title, cache] of [
      ["Not stored", "FALLBACK"],
      ["Stored", "HIT"],
    ] as const) {
      const { status, headers } = await follow(title);
      assert.deepEqual([status, headers.get("x-cache")], [200, cache]);
    }
  });

  async function generate(
    url: string,
    title: string,
    {
      options = { width: 300, height: 200, format: "jpeg" },
      prefer = "",
    }: { options?: object; prefer?: string } = {},
  ) {
    const response = await fetch(`${url}/api/v1/og/generate`, {
      method: "POST",
      headers: {
        Authorization: `Bearer ${placard.key}`,
        "Content-Type": "application/json",
        ...(prefer !== "" && { Prefer: prefer }),
      },
      body: JSON.stringify({ template: "blog", data: { title }, options }),
    });
    const { error } = JSON.parse(await response.text());
    return {
      status: response.status,
      code: error?.code as unknown,
      retryAfter: Number(response.headers.get("retry-after")),
    };
  }
});
