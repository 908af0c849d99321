import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { checkIsolation, detectDecoderIsolation, withoutIsolation } from "./decoder-isolation.ts";

/** Whether this system permits a command. */
function canRun(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("decoder isolation", () => {
  it("reports that a child process can read this environment if it is not isolated", async function () {
    if (process.platform !== "linux") this.skip();
    assert.equal((await checkIsolation(withoutIsolation))?.canReadParentEnvironment, true);
  });

  it("uses namespaces where the system permits them, without network or access to this environment", async function () {
    if (!canRun("unshare", "--user", "--map-root-user", "--net", "setpriv", "--no-new-privs", "true"))
      this.skip();
    const isolation = await detectDecoderIsolation();
    assert.equal(isolation.kind, "namespace");
    assert.deepEqual(await checkIsolation(isolation), {
      canReadParentEnvironment: false,
      hasNetwork: false,
    });
  });

  it("hides this environment from another user where namespaces are not permitted", async function () {
    const report = await checkIsolation({ kind: "user", asNobody: true });
    if (!report) this.skip(); // this process is not root, or that user may not read the program
    assert.equal(report.canReadParentEnvironment, false);
  });

  it("reports nothing for an isolation whose programs are not installed", async () => {
    const path = process.env["PATH"];
    process.env["PATH"] = "/nonexistent";
    try {
      assert.equal(await checkIsolation({ kind: "namespace", asNobody: false }), undefined);
    } finally {
      process.env["PATH"] = path;
    }
  });
});
