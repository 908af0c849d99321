import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createTempDirectory } from "@placard/testing";
import sharp from "sharp";

const readme = fileURLToPath(new URL("../../README.md", import.meta.url));
const modules = fileURLToPath(new URL("../../../../node_modules", import.meta.url));

describe("the README of the engine", () => {
  it("has files that write one PNG for each post, and a command that renders their sample", async () => {
    const directory = await createTempDirectory();
    symlinkSync(modules, join(directory.path, "node_modules"));
    for (const [, name = "", content = ""] of readFileSync(readme, "utf8").matchAll(
      /```\w+ title="([^"]+)"\n(.*?)```/gs,
    )) {
      const file = join(directory.path, name);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
    execFileSync(process.execPath, ["og-images.mjs"], { cwd: directory.path, timeout: 60_000 });
    const output = join(directory.path, "dist/og");
    const images = readdirSync(output).map((name) => readFileSync(join(output, name)));
    assert.equal(images.length, 2);
    assert.notDeepEqual(images[0], images[1]);
    for (const image of images) {
      const { format, width, height } = await sharp(image).metadata();
      assert.deepEqual([format, width, height], ["png", 1200, 630]);
    }
    const [, command = ""] = /^(npx .+)$/m.exec(readFileSync(readme, "utf8"))!;
    execFileSync("sh", ["-c", command], { cwd: directory.path, timeout: 60_000 });
    assert.equal((await sharp(join(directory.path, "card.png")).metadata()).width, 1200);
    await directory.remove();
  });
});
