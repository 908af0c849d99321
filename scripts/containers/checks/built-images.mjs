import assert from "node:assert/strict";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../command.mjs";

/** What runs the services needs none of these. */
const unwanted = [
  "-name '*.map'",
  "-name '*.d.ts'",
  "-name '*.test.js' -not -path '*/node_modules/*'",
  "-name obj.target",
  "-path '*/node_modules/typescript'",
  "-path '*/packages/testing'",
  "-path '*/dist/sheet*'",
  "-path '*/@expo-google-fonts/*.png'",
];

/** In MB, as in docs/operations.md, Docker Compose. */
const maxSizes = { "placard-gateway": 250, "placard-renderer": 450 };

/** Both images are small and contain no files of the development. */
export async function checkBuiltImages({ docker }) {
  const sizes = [];
  for (const [image, maxMb] of Object.entries(maxSizes)) {
    const find = `find /app \\( ${unwanted.join(" -o ")} \\) | head -5`;
    assert.equal(await docker("run", "--rm", "--network=none", image, "sh", "-c", find), "", image);
    const mb = Math.round((await docker("image", "inspect", "--format", "{{.Size}}", image)) / 1e6);
    assert.ok(mb <= maxMb, `${image} takes ${mb} MB, and at most ${maxMb} are allowed`);
    sizes.push(`${image} ${mb} MB`);
  }
  return sizes.join(", ");
}

/** A changed line of source does not install packages or compile canvas again. */
export async function checkLayerCache({ directory, env }) {
  await appendFile(join(directory, "services/renderer/src/main.ts"), "// changed\n");
  const log = await run(
    ["sh", "-c", "/usr/bin/docker build -f services/renderer/Dockerfile -t placard-renderer . 2>&1"],
    { cwd: directory, env },
  );
  const stateOf = (command) => {
    const id = new RegExp(`^(#\\d+) \\[.*${command}`, "m").exec(log)?.[1];
    assert.ok(id, `${command} is not in the output:\n${log}`);
    return new RegExp(`^${id} CACHED$`, "m").test(log) ? "cached" : "run";
  };
  assert.equal(stateOf("npm explore canvas"), "cached");
  assert.equal(stateOf("npx tsc"), "run");
}
