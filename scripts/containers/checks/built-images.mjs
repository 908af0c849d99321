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
];

/** Both images contain no files of the development. */
export async function checkBuiltImages({ docker }) {
  const sizes = [];
  for (const image of ["placard-gateway", "placard-renderer"]) {
    const find = `find /app \\( ${unwanted.join(" -o ")} \\) | head -5`;
    assert.equal(await docker("run", "--rm", "--network=none", image, "sh", "-c", find), "", image);
    const bytes = Number(await docker("image", "inspect", "--format", "{{.Size}}", image));
    sizes.push(`${image} ${Math.round(bytes / 1e6)} MB`);
  }
  return sizes.join(", ");
}

/** A changed line of source does not install packages or compile canvas again. */
export async function checkLayerCache({ directory }, env) {
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
