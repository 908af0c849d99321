// `npm test`: a clean build, then all tests with mocha. Arguments are passed on: npm test -- --grep launcher
import { spawn } from "node:child_process";
import { once } from "node:events";
import { build, removeBuild } from "./setup/build.mjs";
import { root, SetUpError } from "./setup/command.mjs";
import { setUp } from "./setup/set-up.mjs";

await setUp("test");
removeBuild();
await build().catch((error) => {
  if (!(error instanceof SetUpError)) throw error;
  console.error(error.message);
  process.exit(1);
});

const mocha = spawn(process.execPath, ["node_modules/mocha/bin/mocha.js", ...process.argv.slice(2)], {
  cwd: root,
  stdio: "inherit",
});
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => mocha.kill(signal));
const [status] = await once(mocha, "exit");
process.exitCode = status ?? 1;
