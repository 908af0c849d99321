import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { restartStatus } from "@placard/runtime";
import { callGateway, poll, startPlacard, type Placard } from "@placard/testing";

const { resolve } = createRequire(import.meta.url);
const names =
  "100Thin 200ExtraLight 300Light 400Regular 500Medium 600SemiBold 700Bold 800ExtraBold 900Black".split(" ");
const files = names.flatMap((name) =>
  ["", "_Italic"].map((style) =>
    readFileSync(resolve(`@expo-google-fonts/inter/${name}${style}/Inter_${name}${style}.ttf`)),
  ),
);

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
      env: { MAX_FONTS: "8", RATE_LIMIT_API: "0", RENDER_TIMEOUT_MS: "60000" },
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
    const ids: string[] = [];
    for (const file of files) {
      const { status, body } = await call("POST", "/assets", file);
      assert.equal(status, 201, JSON.stringify(body));
      ids.push(body.data.id);
    }
    assert.equal(new Set(ids).size, 18);
    const generate = (brand: string, title: string) =>
      call("POST", "/og/generate", { template: "blog", data: { title }, options: { brand } });
    for (let i = 0; i < 9; i++)
      await call("PUT", `/brands/brand-${i}`, { fonts: { heading: ids[2 * i], body: ids[2 * i + 1] } });
    for (const round of [1, 2]) {
      const responses = await Promise.all(
        Array.from({ length: 9 }, (_, i) => generate(`brand-${i}`, `Round ${round}`)),
      );
      for (const { status, body } of responses) assert.equal(status, 200, JSON.stringify(body));
    }
    await poll("the renderers to be replaced", () => statuses.length >= 2);
    assert.deepEqual([...new Set(statuses)], [restartStatus]);
    const messages = placard.logs().map(({ msg }) => msg);
    assert.ok(messages.includes("restarting"));
    assert.ok(messages.includes("job handed back"));
    assert.equal(messages.includes("image render failed"), false);
    await poll("Placard to be ready", async () => (await fetch(`${placard.url}/health/ready`)).ok);
  });
});
