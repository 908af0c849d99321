import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "./setup/command.mjs";

describe("npm run sbom", () => {
  it("prints a CycloneDX document of all production dependencies, with their hashes", async () => {
    const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "sbom"], {
      cwd: root,
      maxBuffer: 16 * 1024 * 1024,
    });
    const { bomFormat, components } = JSON.parse(stdout);
    assert.equal(bomFormat, "CycloneDX");
    /** @type {Map<string, string>} */
    const versions = new Map();
    for (const { name, version, purl, hashes } of components) {
      if (purl.startsWith("pkg:npm/%40placard/")) continue; // a workspace of this repository
      versions.set(name, version);
      assert.equal(hashes?.[0]?.alg, "SHA-512", name);
    }
    const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
    for (const name of ["canvas", "sharp", "express", "bullmq"])
      assert.equal(versions.get(name), lock.packages[`node_modules/${name}`].version, name);
    for (const name of ["mocha", "typescript"]) assert.ok(!versions.has(name), name);
  });
});
