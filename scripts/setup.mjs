// Does what this machine lacks for `npm start` or `npm test`, and nothing else: node scripts/setup.mjs [start|test]
import { setUp } from "./setup/set-up.mjs";

await setUp(process.argv[2] === "test" ? "test" : "start");
