// The operators' command line: npm run operator -- keys list
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// What it runs is part of the build.
const { runOperator } = await import("./launcher/run-operator.mjs");
process.exitCode = await runOperator(process.argv.slice(2), process.env);
