import assert from "node:assert/strict";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTempDirectory, type TempDirectory } from "@placard/testing";
import { createFileWriter, type FileWriter } from "./file-writer.ts";

describe("a file writer", () => {
  let directory: TempDirectory;
  let writer: FileWriter;
  beforeEach(async () => {
    directory = await createTempDirectory();
    writer = createFileWriter();
  });
  afterEach(async () => {
    writer.close();
    await directory.remove();
  });
  const write = (name: string, content: Uint8Array, isDurable = false) =>
    writer.write({
      temp: join(directory.path, "temp", name),
      path: join(directory.path, "final", name),
      content,
      isDurable,
    });

  it("writes many files at the same time, small and large, durable and not", async () => {
    const contents = Array.from({ length: 40 }, (_, i) => Buffer.alloc(i % 2 ? 100 : 300_000, i));
    await Promise.all(contents.map((content, i) => write(String(i), Buffer.from(content), i % 3 === 0)));
    for (const [i, content] of contents.entries())
      assert.ok(content.equals(await readFile(join(directory.path, "final", String(i)))), `file ${i}`);
  });

  it("rejects with the error of the system and its code, and writes the next file", async () => {
    await writeFile(join(directory.path, "final"), "not a directory");
    await assert.rejects(write("blocked", Buffer.from("x")), { code: "ENOTDIR", message: /not a directory/ });
    await rm(join(directory.path, "final"));
    await write("next", Buffer.from("y"));
  });

  it("fails the files of a closed thread, and starts another one for the next", async () => {
    const unfinished = write("unfinished", Buffer.alloc(5_000_000), true);
    writer.close();
    await assert.rejects(unfinished, /has ended/);
    await write("next", Buffer.from("y"));
    assert.equal(await readFile(join(directory.path, "final", "next"), "utf8"), "y");
  });
});
