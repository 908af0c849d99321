// Does real harm to a whole Placard, one drill after the other, and prints what was promised and what was seen: npm run
// drill. With names after it, only those drills. Exits with 1 where a promise was broken.
import { setUp } from "./setup/set-up.mjs";

const names = [
  "renderer-killed",
  "redis-killed",
  "gateway-killed",
  "poison",
  "storage-gone",
  "overload",
  "slow-clients",
  "drained",
];

await setUp("test");
const chosen = process.argv.slice(2);
const unknown = chosen.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`There is no drill ${unknown.join(", ")}. Those that are: ${names.join(", ")}.`);
  process.exit(1);
}
const rows = [];
for (const name of chosen.length > 0 ? chosen : names) {
  console.error(`${name} …`);
  // What this imports comes from the build.
  const { harm, promise, run } = await import(`./drills/${name}.mjs`);
  const { kept, seen } = await run();
  rows.push({ harm, promise, seen, kept });
  console.error(`${kept ? "kept" : "BROKEN"}: ${seen}`);
}
console.log("| harm | promised | seen | kept |\n|---|---|---|---|");
for (const { harm, promise, seen, kept } of rows) {
  console.log(`| ${harm} | ${promise} | ${seen} | ${kept ? "yes" : "**no**"} |`);
}
const broken = rows.filter(({ kept }) => !kept).length;
console.log(`\n${rows.length - broken} of ${rows.length} promises kept`);
process.exit(broken === 0 ? 0 : 1);
