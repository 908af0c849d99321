// `npm run key -- --name ci`: creates an API key and prints only the key on standard output.
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// The operator's command line is part of the build.
const { runOperator } = await import("./launcher/run-operator.mjs");
process.exitCode = await runOperator(["keys", "create", ...process.argv.slice(2)], process.env);
