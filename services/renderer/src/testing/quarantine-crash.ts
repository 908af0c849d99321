// Run by quarantine.test.ts as a separate process, which it kills: renders a card that blocks its quarantine
// process.
import { noImages } from "@placard/engine";
import { compileTemplate } from "@placard/templates";
import { crashingCanvasOptions } from "@placard/testing";
import { createQuarantine } from "../quarantine/quarantine.ts";

const fields = { title: { type: "string" } };
const document = {
  template: { id: "card", name: "Card", fields },
  html: "<main>{{title}}</main>",
  assets: {},
};
const { template } = compileTemplate(document);

process.env["NODE_OPTIONS"] = crashingCanvasOptions;
await createQuarantine({ maxProcesses: 1, renderTimeoutMs: 600_000 }).render(template!, {
  data: { title: "Endless" },
  images: noImages,
  fonts: async () => undefined,
});
