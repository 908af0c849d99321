// `npm run docs:templates`: renders the examples of docs/templates.md to docs/templates/*.webp, the cards of
// docs/built-in-templates.md to docs/built-in/*.webp and those of the README and the console's front page, and updates the
// generated parts of these documents and of docs/template-properties.md.
import { writeFileSync } from "node:fs";
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// These modules import the build, so they are loaded after the set-up.
const { documentation, propertyDocumentation, readExamples } = await import("./template-docs/examples.mjs");
const { renderExample } = await import("./template-docs/render.mjs");
const { updateTables } = await import("./template-docs/tables.mjs");
const { builtInGuide, renderBuiltIns, updateBuiltIns } = await import("./template-docs/built-in.mjs");
const { renderOverview } = await import("./template-docs/overview.mjs");

for (const document of [documentation, propertyDocumentation])
  writeFileSync(document, await updateTables(document));
writeFileSync(builtInGuide, await updateBuiltIns());
const builtIns = await renderBuiltIns();
for (const problem of builtIns.problems) console.error(problem);
for (const path of builtIns.pictures) console.log(path);
for (const path of await renderOverview()) console.log(path);
let hasProblems = builtIns.problems.length > 0;
for (const example of readExamples()) {
  const { pictures, problems } = await renderExample(example);
  for (const problem of problems) console.error(`${example.heading}: ${problem}`);
  for (const path of pictures) console.log(path);
  hasProblems ||= problems.length > 0;
}
if (hasProblems) process.exitCode = 1;
