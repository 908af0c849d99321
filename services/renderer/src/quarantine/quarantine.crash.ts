// Run by quarantine.test.ts as a separate process, which it kills: renders a card that blocks its quarantine
// process.
import { noImages } from "@placard/engine";
import { compileTemplate } from "@placard/templates";
import { crashingCanvasOptions } from "@placard/testing";
import { createQuarantine } from "./quarantine.ts";

const fields = { title: { type: "string" } };
const document = {
  template: { id: "card", name: "Card", fields },
  html: "<main>{{title}}</main>",
  assets: {},
};
const { template } = compileTemplate(document);
const recipe = {
  owner: "o".repeat(22),
  template: { id: "card", version: 1, hash: "h".repeat(43) },
  data: { title: "Endless" },
  width: 400,
  height: 300,
  format: "png",
  quality: 100,
} as const;

process.env["NODE_OPTIONS"] = crashingCanvasOptions;
await createQuarantine({ maxProcesses: 1, renderTimeoutMs: 600_000 }).render(
  template!,
  { recipe },
  {
    images: noImages,
    readFont: () => Promise.resolve(undefined),
    signal: new AbortController().signal,
  },
);
