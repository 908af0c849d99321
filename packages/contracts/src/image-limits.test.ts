import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { imageLimits, isShownLarge } from "./image-limits.ts";

describe("the largest images in link previews", () => {
  it("are documented with their sources", async () => {
    const guide = await readFile(new URL("../../../docs/api.md", import.meta.url), "utf8");
    const size = (bytes: number) => (bytes < 1e6 ? `${bytes / 1e3} kB` : `${bytes / 1e6} MB`);
    for (const { name, maxBytes, source } of imageLimits) {
      const row = guide.split("\n").find((line) => line.startsWith(`| ${name} `)) ?? "";
      assert.ok(row.includes(`| ${size(maxBytes)} `) && row.includes(`(${source})`), name);
    }
  });

  it("are thumbnails below the size that a service needs for large ones", () => {
    const services = (width: number, height: number) =>
      ["X", "Facebook", "LinkedIn", "Slack"].filter((name) => isShownLarge(name, { width, height }));
    assert.deepEqual(services(600, 315), ["X", "Facebook", "LinkedIn", "Slack"]);
    assert.deepEqual(services(400, 210), ["X", "Slack"]);
    assert.deepEqual(services(299, 157), ["Slack"]);
  });
});
