import assert from "node:assert/strict";
import { restartStatus } from "@placard/runtime";
import { callGateway, createOtfFont, poll, startPlacard, type Placard } from "@placard/testing";

describe("a renderer whose cards need more fonts than MAX_FONTS", () => {
  let placard: Placard;
  const statuses: (number | null)[] = [];
  let isDone = false;

  /** Starts a renderer again whenever it exits, as the launcher and container platforms do. */
  async function supervise(renderer: { exited: Promise<number | null> }): Promise<void> {
    const status = await renderer.exited;
    if (isDone) return;
    statuses.push(status);
    await supervise(placard.startRenderer());
  }

  before(async () => {
    placard = await startPlacard({
      inProcess: ["gateway"],
      env: { MAX_FONTS: "8", RENDER_TIMEOUT_MS: "60000" },
    });
    for (const renderer of placard.renderers) void supervise(renderer);
  });
  after(() => {
    isDone = true;
    return placard.stop();
  });

  const call = (method: string, path: string, body: object) =>
    callGateway(`${placard.url}/api/v1${path}`, method, { token: placard.key, body });

  /** Uploads a font, and again if the decoder, whose priority is low, gets too little of a busy machine. */
  const upload = (advance: number): Promise<string> =>
    poll("a font to be uploaded", async () => {
      const { status, body } = await call("POST", "/assets", createOtfFont(advance));
      if (status !== 503) assert.equal(status, 201, JSON.stringify(body));
      return status === 201 && (body.data.id as string);
    });

  it("is replaced by a new process, and no request fails", async () => {
    const brands = [1, 2, 3, 4, 5].map((n) => `brand-${n}`);
    for (const [i, brand] of brands.entries()) {
      const fonts = { heading: await upload(600 + i), body: await upload(700 + i) };
      await call("PUT", `/brands/${brand}`, { fonts });
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
    await poll("the renderer to be replaced", () => statuses.length > 0);
    // More than once if the new process gets cards that need too many fonts again.
    assert.deepEqual([...new Set(statuses)], [restartStatus]);
    const messages = placard.logs().map(({ msg }) => msg);
    assert.ok(messages.includes("restarting"));
    assert.ok(messages.includes("rendering in quarantine"));
    assert.equal(messages.includes("image render failed"), false);
    await poll("Placard to be ready", async () => (await fetch(`${placard.url}/health/ready`)).ok);
  });
});
