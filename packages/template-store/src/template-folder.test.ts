import assert from "node:assert/strict";
import { mkdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createTempDirectory, type TempDirectory } from "@placard/testing";
import { fingerprintFolder, readTemplateFolder } from "./template-folder.ts";

describe("a folder with a template", () => {
  let directory: TempDirectory;
  beforeEach(async () => {
    directory = await createTempDirectory();
  });
  afterEach(() => directory.remove());

  async function write(path: string, content: string): Promise<void> {
    const file = join(directory.path, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  async function writeTemplate(): Promise<void> {
    await write("template.json", '{"id": "ticket"}');
    await write("template.html", "<main></main>");
  }

  it("is read with its assets, by their paths, and without hidden files", async () => {
    await writeTemplate();
    await write("assets/logo.svg", "<svg/>");
    await write("assets/fonts/a.woff2", "font");
    await write("assets/.DS_Store", "x");
    await write(".git/config", "x");
    const read = await readTemplateFolder(directory.path);
    assert.ok("files" in read);
    assert.deepEqual(read.files.template, { id: "ticket" });
    assert.equal(read.files.html, "<main></main>");
    assert.deepEqual(
      [...read.files.assets].map(([path, bytes]) => [path, bytes.toString()]),
      [
        ["fonts/a.woff2", "font"],
        ["logo.svg", "<svg/>"],
      ],
    );
  });

  it("may consist of links, as Kubernetes mounts it", async () => {
    await writeTemplate();
    await write("assets/logo.svg", "<svg/>");
    await mkdir(join(directory.path, "..data"));
    for (const name of ["template.json", "template.html", "assets"]) {
      await rename(join(directory.path, name), join(directory.path, "..data", name));
      await symlink(join("..data", name), join(directory.path, name));
    }
    const read = await readTemplateFolder(directory.path);
    assert.ok("files" in read);
    assert.deepEqual([...read.files.assets.keys()], ["logo.svg"]);
  });

  it("has a problem with its place if a file is missing or template.json is not an object", async () => {
    const problemOf = async () => {
      const read = await readTemplateFolder(directory.path);
      assert.ok("problems" in read);
      const [{ file, line, column, message } = assert.fail()] = read.problems;
      return [file, line, column, message] as const;
    };
    assert.deepEqual((await problemOf()).slice(0, 3), ["template.json", 1, 1]);
    await write("template.json", '{"id": "ticket",\n  "name" "x"}');
    assert.deepEqual(await problemOf(), ["template.html", 1, 1, "The file is missing"]);
    await write("template.html", "");
    assert.deepEqual((await problemOf()).slice(0, 3), ["template.json", 2, 10]);
    await write("template.json", "[]");
    assert.match((await problemOf())[3], /JSON object/);
  });

  it("has another fingerprint after every change", async () => {
    await writeTemplate();
    const prints = [await fingerprintFolder(directory.path)];
    prints.push(await fingerprintFolder(directory.path));
    assert.equal(prints[0], prints[1]);
    await write("template.html", "<main>more</main>");
    prints.push(await fingerprintFolder(directory.path));
    await write("assets/a.png", "x");
    prints.push(await fingerprintFolder(directory.path));
    await rm(join(directory.path, "assets/a.png"));
    prints.push(await fingerprintFolder(directory.path));
    assert.equal(new Set(prints).size, 3);
    assert.equal(prints[2], prints[4]);
  });
});
