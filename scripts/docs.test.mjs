import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./setup/command.mjs";

/** @param {string} file relative to the root */
const read = (file) => readFileSync(join(root, file), "utf8");

describe("the documentation", () => {
  it("documents every environment variable in docs/configuration.md", () => {
    const settings = read("packages/runtime/src/settings.ts");
    const variables = new Set(
      [...settings.matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = ""]) => name),
    );
    assert.ok(variables.size > 20);
    const documentation = read("docs/configuration.md");
    assert.deepEqual(
      [...variables].filter((name) => !documentation.includes(`\`${name}\``)),
      [],
    );
  });

  it("has the heap options of gateways that the launcher, npm and the image set in docs/operations.md", () => {
    const optionsIn = (file) => /--max-semi-space-size=\d+ --max-old-space-size=\d+/.exec(read(file))?.[0];
    const options = optionsIn("docs/operations.md");
    assert.ok(options);
    const files = ["scripts/launcher/launch.mjs", "package.json", "services/gateway/Dockerfile"];
    for (const file of [...files, "docs/configuration.md", "packages/testing/src/service.ts"])
      assert.equal(optionsIn(file), options, file);
  });

  it("names only tests that exist in docs/security.md", () => {
    const files = execFileSync("git", ["ls-files", "*.test.*"], { cwd: root, encoding: "utf8" }).split("\n");
    const text = read("docs/security.md").replace(/\s+/g, " ");
    const items = [...text.matchAll(/`([^`\s]+\.test\.\w+)`: ((?:“[^”]+”(?:; )?)+)/g)];
    const named = items.flatMap(([, file = "", list = ""]) =>
      [...list.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => ({ file, title })),
    );
    assert.ok(named.length > 100);
    const exists = ({ file, title }) =>
      files.some((path) => path.endsWith(`/${file}`) && read(path).includes(title));
    assert.deepEqual(
      named.filter((test) => !exists(test)),
      [],
    );
  });

  it("links only to files and headings that exist", () => {
    const files = execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" })
      .trim()
      .split("\n");
    assert.ok(files.length > 10);
    const broken = files.flatMap((file) =>
      [...read(file).matchAll(/\]\((?!https?:)([^)\s]+)(?: "[^"]*")?\)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !isValidLink(file, link))
        .map((link) => `${file}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });
});

/**
 * @param {string} file the file that contains the link
 * @param {string} link a relative path, a #heading, or both
 */
function isValidLink(file, link) {
  const [path = "", heading] = link.split("#");
  const target = path === "" ? file : join(dirname(file), path);
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || headingsOf(read(target)).has(heading);
}

/**
 * The anchors of a Markdown file's headings.
 * @param {string} text
 */
function headingsOf(text) {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, "")
        .replaceAll(" ", "-"),
    ),
  );
}
