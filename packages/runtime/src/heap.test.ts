import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

describe("letHeapGrow", () => {
  it("sets a flag that the V8 of this Node.js has: V8 would print an error", () => {
    const heap = new URL("heap.js", import.meta.url).href;
    const script = `import(${JSON.stringify(heap)}).then(({ letHeapGrow }) => letHeapGrow()).then(() => console.log("set"))`;
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
    assert.deepEqual({ stdout, stderr }, { stdout: "set\n", stderr: "" });
  });
});
