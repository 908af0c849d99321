import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  checkIsolation,
  detectDecoderIsolation,
  requireIsolation,
  withoutIsolation,
} from "./decoder-isolation.ts";

/** Whether this system permits a command. */
function canRun(command = "", ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe("decoder isolation", () => {
  it("reports that a child process that is not isolated can read this environment", async () => {
    const report = await checkIsolation(withoutIsolation);
    assert.equal(report?.canReadParentEnvironment, process.platform === "linux");
  });

  it("uses namespaces only where the system permits them, without network or this environment", async () => {
    const isPermitted = canRun(
      ..."unshare --user --map-root-user --net setpriv --no-new-privs true".split(" "),
    );
    const isolation = await detectDecoderIsolation();
    assert.equal(isolation.kind === "namespace", isPermitted);
    if (!isPermitted) return;
    assert.deepEqual(await checkIsolation(isolation), {
      canReadParentEnvironment: false,
      hasNetwork: false,
    });
  });

  it("hides this environment from another user, and is unused if the program can't run", async () => {
    const report = await checkIsolation({ kind: "user", asNobody: true });
    if (report) assert.equal(report.canReadParentEnvironment, false);
    // This process is not root, or its files are private.
    else assert.notEqual((await detectDecoderIsolation()).kind, "user");
  });

  it("refuses to start with a weaker isolation than required, and names the setting", () => {
    const user = { kind: "user", asNobody: true } as const;
    assert.throws(() => requireIsolation(user, "namespace"), /^StartError: .*set DECODER_ISOLATION=user/);
    assert.throws(() => requireIsolation(withoutIsolation, "user"), /^StartError/);
    assert.doesNotThrow(() => requireIsolation(user, "user"));
    assert.doesNotThrow(() => requireIsolation(user, "none"));
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
