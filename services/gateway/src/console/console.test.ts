import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createTempDirectory, type TempDirectory } from "@placard/testing";
import { readConsole } from "./console.ts";

describe("readConsole", () => {
  let temporary: TempDirectory;
  before(async () => {
    temporary = await createTempDirectory();
  });
  after(() => temporary.remove());

  async function write(root: string, files: Readonly<Record<string, string>>): Promise<string> {
    const directory = join(temporary.path, root);
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(directory, name)), { recursive: true });
      await writeFile(join(directory, name), content);
    }
    return directory;
  }

  it("serves only files with known extensions, and not the manifest", async () => {
    const directory = await write("console", {
      "index.html": "",
      "manifest.json": `{"main.ts":"assets/main-0.js"}`,
      "assets/main-0.js": "",
      "assets/main-0.css": "",
      "assets/main-0.js.map": "",
      ".env.js": "secret",
      ".git/config.js": "secret",
      "notes.md": "",
      "key.pem": "secret",
    });
    const { routes, hashedPath } = readConsole(directory);
    assert.deepEqual(routes.map(({ path }) => path).sort(), ["/", "/assets/main-0.css", "/assets/main-0.js"]);
    assert.equal(hashedPath("main.ts"), "assets/main-0.js");
    assert.throws(() => hashedPath("absent.ts"), /absent\.ts/);
  });

  it("throws if the console has not been built", () => {
    assert.throws(() => readConsole(join(temporary.path, "absent")), /npm run build/);
  });
});
