import assert from "node:assert/strict";
import { restartStatus } from "@placard/runtime";
import {
  callGateway,
  createOtfFont,
  poll,
  startPlacard,
  type Placard,
  type RendererService,
} from "@placard/testing";

describe("a renderer whose cards need more fonts than MAX_FONTS", () => {
  let placard: Placard;
  const exits: { status: number | null; stderr: string }[] = [];
  let isDone = false;

  /** Starts a renderer again whenever it exits, as the launcher and container platforms do. */
  async function supervise(renderer: RendererService): Promise<void> {
    const status = await renderer.exited;
    if (isDone) return;
    exits.push({ status, stderr: renderer.stderr() });
    await supervise(placard.startRenderer());
  }

  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway"],
      env: { MAX_FONTS: "8" },
    });
    for (const renderer of placard.renderers) void supervise(renderer);
  });
  after(() => {
    isDone = true;
    return placard.stop();
  });

  const call = (method: string, path: string, body: object) =>
    callGateway(`${placard.url}/api/v1${path}`, method, { token: placard.key, body });

  it("is replaced by a new process, and no request fails", async () => {
    const brands = [1, 2, 3, 4, 5].map((n) => `brand-${n}`);
    for (const [i, brand] of brands.entries()) {
      const fonts: string[] = [];
      for (const advance of [600 + i, 700 + i]) {
        const { status, body } = await call("POST", "/assets", createOtfFont(advance));
        assert.equal(status, 201, JSON.stringify(body));
        fonts.push(body.data.id);
      }
      await call("PUT", `/brands/${brand}`, { fonts: { heading: fonts[0], body: fonts[1] } });
    }
    const responses = await Promise.all(
      brands.map((brand) =>
        call("POST", "/og/generate", {
          template: "blog",
          data: { title: "AAA" },
          options: { brand, width: 300, height: 200 },
        }),
      ),
    );
    for (const { status, body } of responses) assert.equal(status, 200, JSON.stringify(body));
    await poll("the renderer to be replaced", () => exits.length > 0);
    const logs = placard.logs();
    const fatal = logs.filter(({ level }) => level === 60).map(({ err }) => (err as Error).message);
    const others = exits.filter(({ status }) => status !== restartStatus);
    // On a busy machine, its last cards take longer than a stop may take. Others take them over then.
    const timeouts = fatal.filter((message) => message.startsWith("shutdown timed out"));
    assert.deepEqual([fatal, others], [timeouts, others.map(() => ({ status: 1, stderr: "" }))]);
    const messages = logs.map(({ msg }) => msg);
    assert.ok(messages.includes("restarting"));
    assert.ok(messages.includes("rendering in quarantine"));
    assert.equal(messages.includes("image render failed"), false);
    await poll("Placard to be ready", async () => (await fetch(`${placard.url}/health/ready`)).ok);
  });
});
