// Whether the renderer's memory stays bounded for varied cards, and how long cards block the event loop.
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { letHeapGrow } from "../packages/runtime/dist/index.js";
import { readBuiltInTemplates } from "../packages/template-store/dist/index.js";
import { renderImage } from "../services/renderer/dist/render-image.js";
import { quantile } from "./client.mjs";
import { report } from "./report.mjs";

letHeapGrow(); // like a renderer
const builtInTemplates = readBuiltInTemplates();

const { values } = parseArgs({ options: { renders: { type: "string", default: "20000" } } });
const renders = Number(values.renders);
const concurrency = 2; // the default of RENDER_CONCURRENCY
const checkpoints = [renders / 40, renders / 4, renders].map(Math.round); // 500, 5,000 and 20,000

let state = 1;
/** A pseudorandom number from 0 to 1 (mulberry32). The sequence is the same in every run. */
function random() {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

const upTo = (count) => Math.floor(random() * count);
const pick = (from) => from[upTo(from.length)];
const times = (count, create) => Array.from({ length: count }, create);

/** A word of random letters from a range of code points. */
const wordsOf = (first, last, length) => () =>
  times(1 + upTo(length), () => String.fromCodePoint(first + upTo(last - first + 1))).join("");

const latin = wordsOf(0x61, 0x7a, 12);
const scripts = {
  latin: () => times(1 + upTo(14), latin).join(" "),
  latinExtended: () => times(1 + upTo(10), wordsOf(0xc0, 0x17e, 10)).join(" "),
  cyrillic: () => times(1 + upTo(10), wordsOf(0x430, 0x44f, 10)).join(" "),
  chinese: () => wordsOf(0x4e00, 0x9fa5, 40)(),
  japanese: () =>
    times(1 + upTo(5), () => wordsOf(0x3041, 0x3094, 8)() + wordsOf(0x4e00, 0x9fa5, 4)()).join(""),
  korean: () => times(1 + upTo(8), wordsOf(0xac00, 0xd7a3, 5)).join(" "),
  arabic: () => times(1 + upTo(10), wordsOf(0x627, 0x64a, 9)).join(" "),
  devanagari: () =>
    times(1 + upTo(8), () =>
      times(1 + upTo(5), () => wordsOf(0x915, 0x939, 1)() + pick(["", "ा", "ि", "्"])).join(""),
    ).join(" "),
  thai: () => wordsOf(0xe01, 0xe2e, 40)(),
  emoji: () => times(1 + upTo(8), () => pick([wordsOf(0x1f600, 0x1f64f, 4), latin])()).join(" "),
  oneLongWord: () => times(20 + upTo(200), latin).join(""),
};
const text = () => pick(Object.values(scripts))().slice(0, 200);

const data = {
  blog: () => ({
    title: text(),
    description: text(),
    author: text().slice(0, 60),
    category: latin(),
    date: `March ${1 + upTo(28)}, 2027`,
  }),
  product: () => ({ name: text().slice(0, 100), tagline: text(), price: `${upTo(1000)} €`, brand: latin() }),
  event: () => ({
    title: text(),
    date: `2027-03-${10 + upTo(19)}`,
    location: text().slice(0, 80),
    host: latin(),
  }),
};
const common = [
  [1200, 630],
  [1200, 627],
  [1080, 1080],
  [800, 418],
  [600, 315],
  [400, 210],
  [240, 240],
];
/** Any valid side length, mostly a short one, so that 20,000 cards take minutes. */
const side = () => 200 + Math.floor(1849 * random() ** 6);

function randomCard() {
  const template = pick(Object.keys(data));
  const [width, height] = random() < 0.4 ? pick(common) : [side(), side()];
  return {
    template,
    data: data[template](),
    width,
    height,
    format: pick(["png", "jpeg", "webp"]),
    quality: 90,
  };
}

let rendered = 0;
const delays = monitorEventLoopDelay({ resolution: 1 });

/** Renders until `count` cards are rendered. Resolves with the memory in use during the last 50. */
async function renderUntil(count) {
  const samples = [];
  const loop = async () => {
    while (rendered < count) {
      rendered++;
      const card = randomCard();
      await renderImage(builtInTemplates[card.template], card);
      if (count - rendered < 50) samples.push(process.memoryUsage());
    }
  };
  await Promise.all(times(concurrency, loop));
  const megabytes = (key) =>
    Math.round(
      quantile(
        samples.map((sample) => sample[key]),
        0.5,
      ) /
        1024 /
        1024,
    );
  return {
    "RSS MB": megabytes("rss"),
    "heap MB": megabytes("heapUsed"),
    "external MB": megabytes("external"),
  };
}

const startedAt = performance.now();
const rows = [];
for (const count of checkpoints) {
  const memory = await renderUntil(count);
  rows.push({
    renders: count,
    ...memory,
    "seconds so far": Math.round((performance.now() - startedAt) / 1000),
  });
  if (rows.length === 1) delays.enable(); // after code has been loaded and compiled
}
delays.disable();
console.table(rows);
report({
  name: `RSS after ${checkpoints[2]} varied cards relative to ${checkpoints[1]}`,
  value: rows[2]["RSS MB"] / rows[1]["RSS MB"],
  goal: { atMost: 1.1 },
});
const [p99, longest] = [delays.percentile(99), delays.max].map((ns) => (ns / 1e6).toFixed(1));
console.log(`Event loop delay: p99 ${p99} ms, longest ${longest} ms`);
process.exit(0);
