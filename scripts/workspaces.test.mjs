import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./setup/command.mjs";

const workspaces = ["packages", "services"]
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
  .filter((directory) => existsSync(join(directory, "package.json")));

describe("the package.json of every workspace", () => {
  it("is checked", () => assert.ok(workspaces.length > 10));

  for (const directory of workspaces) {
    const {
      name,
      dependencies,
      devDependencies,
      bin = {},
    } = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    for (const file of Object.values(bin)) {
      it(`links ${file} of ${name} before it is built`, () => {
        const tracked = execFileSync("git", ["ls-files", "--stage", file], {
          cwd: directory,
          encoding: "utf8",
        });
        assert.match(tracked, /^100755 /);
      });
    }
    it(`declares the workspaces that ${name} imports`, () => {
      const sources = readSources(join(directory, "src"));
      const tests = sources.filter(
        ({ file, imports }) => isTest(file) || imports.includes("@placard/testing"),
      );
      const product = sources.filter((source) => !tests.includes(source));
      tests.push(...readSources(join(directory, "testing/src")));
      const required = new Set(product.flatMap(({ imports }) => imports));
      const forTests = new Set(tests.flatMap(({ imports }) => imports).filter((each) => !required.has(each)));
      assert.deepEqual(workspacesIn(dependencies), [...required].toSorted(), "dependencies");
      assert.deepEqual(workspacesIn(devDependencies), [...forTests].toSorted(), "devDependencies");
    });
  }
});

/** @param {string} file */
function isTest(file) {
  return /\.(test|contract|crash)\.ts$/.test(file);
}

/** @param {Record<string, string>} [dependencies] */
function workspacesIn(dependencies = {}) {
  return Object.keys(dependencies)
    .filter((name) => name.startsWith("@placard/"))
    .toSorted();
}

/**
 * The TypeScript files of a directory, with the workspaces that each imports.
 * @param {string} directory
 */
function readSources(directory) {
  if (!existsSync(directory)) return [];
  const files = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".ts"))
    .map((file) => {
      const text = readFileSync(join(directory, file), "utf8");
      const imports = [...text.matchAll(/(?:from |import\(|import )"(@placard\/[a-z-]+)/g)];
      return { file, imports: imports.map(([, name = ""]) => name) };
    });
}
