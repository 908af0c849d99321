import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createTempDirectory, type TempDirectory } from "@placard/testing";
import { readConsoleFiles } from "./console.ts";

describe("readConsoleFiles", () => {
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

  const page = { "index.html": "<!-- modulepreload -->", "main.js": "" };

  it("reads files with known extensions, and of the client only the modules with code", async () => {
    const directory = await write("console", {
      ...page,
      "style.css": "",
      "pages/keys.js": "",
      ".env.js": "secret",
      ".git/config.js": "secret",
      "notes.md": "",
      "key.pem": "secret",
    });
    const clientDirectory = await write("client", {
      "index.js": "code",
      "index.js.map": "",
      "index.d.ts": "",
      "index.test.js": "",
      "testing/fetch.js": "code",
      "types.js": "// Only types.\nexport {};\n",
      "style.css": "",
    });
    const files = readConsoleFiles({ directory, clientDirectory });
    assert.deepEqual(files.map(({ path }) => path).sort(), [
      "/",
      "/client/index.js",
      "/main.js",
      "/pages/keys.js",
      "/style.css",
    ]);
    assert.deepEqual(String(files.find(({ path }) => path === "/")?.bytes).match(/href="[^"]+"/g), [
      'href="pages/keys.js"',
      'href="client/index.js"',
    ]);
  });

  it("throws if the console or the client has not been built", async () => {
    const directory = await write("console-without-client", page);
    const clientDirectory = await write("empty-client", { "unrelated.js": "code" });
    assert.throws(() => readConsoleFiles({ directory, clientDirectory }), /client\/index\.js is missing/);
    const absent = join(temporary.path, "absent");
    assert.throws(() => readConsoleFiles({ directory: absent, clientDirectory }), { code: "ENOENT" });
  });
});
