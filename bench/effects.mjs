// The cost of each effect: time to paint a card of 1200×630 pixels that it fills, without and with it, and
// relative to the steps that the limit of effects counts for it. A step is about 1 ns.
import { createEngine } from "../packages/engine/dist/index.js";
import { compileTemplate } from "../packages/templates/dist/index.js";
import { report } from "./report.mjs";

const rounds = 12;

/** Declarations of the element that fills the card. */
const effects = {
  "linear gradient": "background: linear-gradient(red, blue)",
  "conic gradient": "background: conic-gradient(red, blue)",
  "inset shadow": "box-shadow: inset 0 0 64px #000000",
  opacity: "opacity: 0.9",
  "clip-path: circle()": "clip-path: circle(50%)",
  "filter: grayscale()": "filter: grayscale(1)",
  "filter: blur(4px)": "filter: blur(4px)",
  "filter: blur(40px)": "filter: blur(40px)",
  "filter: drop-shadow()": "filter: drop-shadow(0 8px 12px #000000)",
  "backdrop-filter: blur(20px)": "background: #ffffff44; backdrop-filter: blur(20px)",
  mask: "mask-image: linear-gradient(#000000, transparent)",
  "mix-blend-mode: multiply": "mix-blend-mode: multiply",
  "mix-blend-mode: hue": "mix-blend-mode: hue",
  "background-clip: text": "background: linear-gradient(red, blue) text; color: transparent",
  "-webkit-text-stroke": "-webkit-text-stroke: 3px red",
};

const engine = createEngine({ cacheBytes: 0 });

/** @param {string} css */
async function measure(css) {
  const { template } = compileTemplate({
    template: { id: "card", name: "Card", fields: { title: { type: "string" } } },
    html: `<style>main { background: #ffffff } div { width: 100%; height: 100%; background: #2563eb;
      color: #ffffff; font-size: 90px; ${css} }</style><main><div>Effects<p>{{title}}</p></div></main>`,
    assets: {},
  });
  if (!template) throw new Error(`The card with “${css}” does not compile`);
  let [paintMs, effectsMs] = [Infinity, 0];
  for (let round = 0; round < rounds; round++) {
    const image = await engine.render(template, { data: { title: `Round ${round}` }, format: "jpeg" });
    paintMs = Math.min(paintMs, image.times.paint);
    effectsMs = image.effectsMs;
  }
  return { paintMs, effectsMs };
}

for (const css of Object.values(effects)) await measure(css); // until V8 has compiled the code
const plain = await measure("");
const rows = [];
for (const [effect, css] of Object.entries(effects)) {
  const { paintMs, effectsMs } = await measure(css);
  rows.push({ effect, ms: paintMs - plain.paintMs, "millions of steps": effectsMs });
}
console.table(
  rows.map((row) => ({
    ...row,
    ms: row.ms.toFixed(1),
    "millions of steps": row["millions of steps"].toFixed(1),
  })),
);
const costliest = rows.filter((row) => row["millions of steps"] > 1);
report({
  name: "time of the effect that exceeds its steps the most, relative to 1 ns for each step",
  value: Math.max(...costliest.map((row) => row.ms / row["millions of steps"])),
  goal: { atMost: 2.5 },
});
