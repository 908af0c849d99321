// The template editor in Chromium: frames per second while an element of a document with 200 elements is
// dragged, from the trace of the browser, relative to a heading that follows the pointer; and the time of a
// preview on an idle system.
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { openConsole, startPlacard } from "@placard/testing";
import { quantile, report } from "./report.mjs";

const [dragMs, previews] = [4_000, 60];

const placard = await startPlacard({ env: { RATE_LIMIT_API: "0" }, keepLogs: false });
const at = await openConsole(placard.publicUrl);
const { page } = at;
await page.setViewportSize({ width: 1440, height: 900 });
await at.signUp("ada@example.com", "Ada");

const placeOf = (i) => `left: ${60 * (i % 20)}px; top: ${60 * Math.floor(i / 20)}px`;
const boxes = Array.from({ length: 199 }, (_, i) => `  <p style="${placeOf(i)}">${i}</p>`);
const style = "p { position: absolute; width: 50px; height: 50px; background: var(--accent) }";
const html = `<style>${style}</style>\n<main style="position: relative">\n${boxes.join("\n")}\n</main>`;
const document = { template: { id: "boxes", name: "Boxes", fields: {} }, html };

/** Sends a request with the cookie of the session. Resolves with the `data` of the response, and its time. */
function send(method, path, body) {
  const headers = { "Content-Type": "application/json", "Placard-Session": "cookie" };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const ask = async ([url, options]) => {
    const startedAt = performance.now();
    const response = await fetch(url, options);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    const { data } = await response.json();
    return { data, ms: performance.now() - startedAt };
  };
  return page.evaluate(ask, [`/api/v1/og/${path}`, init]);
}

await send("PUT", "templates/boxes/draft", { json: JSON.stringify(document.template), html: document.html });
await page.evaluate(() => (location.hash = "#/templates/boxes"));
await page.getByRole("tab", { name: "Design" }).click();
await page.getByText(/^Rendered in/).waitFor();
const canvas = page.getByRole("application", { name: "Canvas" });

/** Moves the pointer for a while. @returns the frames per second that Chromium drew meanwhile */
async function countFrames(x, y) {
  const cdp = await page.context().newCDPSession(page);
  const drawn = [];
  cdp.on("Tracing.dataCollected", ({ value }) =>
    drawn.push(...value.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts / 1_000)),
  );
  await cdp.send("Tracing.start", {
    traceConfig: { includedCategories: ["disabled-by-default-devtools.timeline.frame"] },
  });
  const moves = [];
  for (let step = 0; step < dragMs / 8; step++) {
    moves.push(page.mouse.move(x + 150 * Math.sin(step / 40), y + 60 * Math.cos(step / 40)));
    await delay(8); // the pointer does not wait for the page
  }
  await Promise.all(moves);
  const ended = once(cdp, "Tracing.tracingComplete");
  await cdp.send("Tracing.end");
  await ended;
  await cdp.detach();
  return ((drawn.length - 1) * 1_000) / (drawn.at(-1) - drawn[0]);
}

const { x, y, width, height } = await canvas.boundingBox();
await page.evaluate(() => {
  const heading = document.querySelector("h1");
  const follow = ({ clientX }) => (heading.style.translate = `${clientX / 10}px`);
  addEventListener("pointermove", follow);
  addEventListener("pointerdown", () => removeEventListener("pointermove", follow));
});
const plain = await countFrames(600, 20);
await page.mouse.move(x + width * (630 / 1200), y + height * (330 / 630));
await page.mouse.down();
const dragged = await countFrames(x + width / 2, y + height / 2);
await page.mouse.up();
report({ name: "editor: frames per second of a drag", value: dragged, unit: "fps", goal: { atLeast: 60 } });
report({ name: "editor: frames of a drag over frames of a heading that follows", value: dragged / plain });

const { data: blog } = await send("GET", "templates/blog");
for (const [name, { template, html: text }, data] of [
  ["200 elements", document, {}],
  [
    "the blog template",
    { ...blog.document, template: { ...blog.document.template, id: "copy" } },
    { title: "Hello" },
  ],
]) {
  const times = [];
  for (let i = -20; i < previews; i++) {
    const { ms } = await send("POST", "templates/preview", { template, html: `${text}<!-- ${i} -->`, data });
    if (i >= 0) times.push(ms); // the first ones are a warm-up
    await delay(50);
  }
  const value = quantile(times, 0.5);
  report({ name: `editor: preview of ${name} (p50)`, value, unit: "ms", goal: { atMost: 150 } });
}
await at.close();
await placard.stop();
process.exit(0);
