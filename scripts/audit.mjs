// `npm run audit`: asks the npm registry for known vulnerabilities of the production dependencies. Exits with
// status 1 if one of them is high or critical. A registry that does not answer, such as a mirror without this
// endpoint, is not a failure.
import { spawnSync } from "node:child_process";
import { root } from "./setup/command.mjs";

const { stdout, stderr, error } = spawnSync("npm", ["audit", "--omit=dev", "--json"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 * 1024,
});
if (error) throw error;

const { message, metadata, vulnerabilities = {} } = JSON.parse(stdout || "{}");
if (metadata === undefined) {
  if (message === undefined) throw new Error(`npm audit failed: ${stderr}`);
  console.log(`npm audit: SKIPPED. The registry does not answer audit requests: ${message}`);
} else {
  const { info, low, moderate, high = 0, critical = 0 } = metadata.vulnerabilities;
  console.log(
    `npm audit: ${critical} critical, ${high} high, ${moderate} moderate, ${low} low and ${info} informational vulnerabilities`,
  );
  for (const [name, { severity, range }] of Object.entries(vulnerabilities))
    console.log(`  ${severity}: ${name} ${range}`);
  if (high + critical > 0) process.exitCode = 1;
}
