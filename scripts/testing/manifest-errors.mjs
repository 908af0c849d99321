import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTempDirectory } from "../../packages/testing/dist/index.js";
import { root } from "../setup/command.mjs";

/** Where the type of each kind is declared. */
const modules = {
  Deployment: "node_modules/kubernetes-types/apps/v1",
  Service: "node_modules/kubernetes-types/core/v1",
  Secret: "node_modules/kubernetes-types/core/v1",
  PodDisruptionBudget: "node_modules/kubernetes-types/policy/v1",
  NetworkPolicy: "node_modules/kubernetes-types/networking/v1",
  Kustomization: "scripts/testing/custom-resources.js",
  PodMonitor: "scripts/testing/custom-resources.js",
  ScaledObject: "scripts/testing/custom-resources.js",
};
const options = ["--noEmit", "--strict", "--skipLibCheck", "--types", "", "--module", "esnext"];

/**
 * Checks Kubernetes manifests against the types of their kinds, as strict field validation does. Unknown
 * fields, missing fields and wrong types are errors.
 * @param {readonly Record<string, unknown>[]} manifests
 * @returns {Promise<string[]>} the errors as the TypeScript compiler prints them
 */
export async function findManifestErrors(manifests) {
  const imports = Object.entries(modules).map(
    ([kind, file]) => `import type { ${kind} } from ${JSON.stringify(join(root, file))};`,
  );
  const values = manifests.map(
    (manifest, index) =>
      `export const manifest${index} = ${JSON.stringify(manifest, null, 2)} satisfies ${String(manifest["kind"])};`,
  );
  const directory = await createTempDirectory();
  try {
    const file = join(directory.path, "manifests.ts");
    await writeFile(file, [...imports, ...values].join("\n"));
    const tsc = join(root, "node_modules/.bin/tsc");
    const output = await new Promise((resolve) => {
      const args = [...options, "--moduleResolution", "bundler", "--ignoreConfig", file];
      execFile(tsc, args, (_error, stdout) => resolve(stdout));
    });
    return output.split("\n").filter((/** @type {string} */ line) => /error TS\d+/.test(line));
  } finally {
    await directory.remove();
  }
}
