// Installs what `npm start` or `npm test` needs on this machine, and builds: node scripts/setup.mjs
// [start|test]
import { setUp } from "./setup/set-up.mjs";

await setUp(process.argv[2] === "test" ? "test" : "start");
