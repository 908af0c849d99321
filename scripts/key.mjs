// Creates an API key and prints it, alone, on standard output: npm run key -- --name ci
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// The operator's command line is part of the build.
const { runOperator } = await import("./launcher/run-operator.mjs");
process.exitCode = await runOperator(["keys", "create", ...process.argv.slice(2)], process.env);
