// `npm run operator -- COMMAND`: the operators' command line.
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// The operators' command line is part of the build.
const { runOperator } = await import("./launcher/run-operator.mjs");
process.exitCode = await runOperator(process.argv.slice(2), process.env);
