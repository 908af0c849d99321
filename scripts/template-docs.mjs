// `npm run docs:templates`: renders the examples of docs/templates.md to docs/templates/*.webp, and updates the generated tables.
import { writeFileSync } from "node:fs";
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// These modules import the build, so they are loaded after the set-up.
const { documentation, readExamples } = await import("./template-docs/examples.mjs");
const { renderExample } = await import("./template-docs/render.mjs");
const { updateTables } = await import("./template-docs/tables.mjs");

writeFileSync(documentation, await updateTables());
let hasProblems = false;
for (const example of readExamples()) {
  const { pictures, problems } = await renderExample(example);
  for (const problem of problems) console.error(`${example.heading}: ${problem}`);
  for (const path of pictures) console.log(path);
  hasProblems ||= problems.length > 0;
}
if (hasProblems) process.exitCode = 1;
