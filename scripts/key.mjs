// Makes an API key without a browser and prints it, alone, on standard output: npm run key -- --name ci
import { setUp } from "./setup/set-up.mjs";

await setUp("start");
// What this imports comes from the build.
const { printNewKey } = await import("./launcher/print-new-key.mjs");
process.exitCode = await printNewKey(process.argv.slice(2), process.env);
