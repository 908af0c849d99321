// `npm run conformance`: renders every fixture with Placard and with headless Chromium, and compares them.
// --only <name> and --group <group> select fixtures, --update writes docs/conformance.md.
// --taffy <path> compares the layout of the fixtures in a checkout of DioxusLabs/taffy instead.
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format, resolveConfig } from "prettier";
import { root } from "./setup/command.mjs";
import { setUp } from "./setup/set-up.mjs";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    group: { type: "string" },
    update: { type: "boolean" },
    out: { type: "string" },
    taffy: { type: "string" },
  },
});
await setUp("test");
// This module imports the build, so it is loaded after the set-up.
const { runConformance } = await import("../packages/engine/testing/dist/conformance/run.js");

if (values.taffy !== undefined) {
  const { runTaffy } = await import("../packages/engine/testing/dist/conformance/taffy.js");
  const { only, group } = values;
  console.log(await runTaffy(resolve(values.taffy), { only, group, log: console.log }));
  process.exit();
}
const output = resolve(values.out ?? "conformance-output");
const { report, isConformant } = await runConformance({
  only: values.only,
  group: values.group,
  output,
  log: console.log,
});
console.log(report.slice(report.indexOf("## Results")));
console.log(`Images: ${output}`);
if (values.update) {
  const filepath = join(root, "docs/conformance.md");
  writeFileSync(filepath, await format(report, { ...(await resolveConfig(filepath)), filepath }));
}
process.exitCode = isConformant ? 0 : 1;
