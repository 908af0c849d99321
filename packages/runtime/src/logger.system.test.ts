import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createLogger } from "./logger.ts";

/** Mocha's timeout cannot end a synchronous call. */
const options = { encoding: "utf8", timeout: 60_000 } as const;

describe("the logger", () => {
  describe("loses no line", () => {
    const modules = ["./logger.js", "./run.js"].map((file) => new URL(file, import.meta.url).href);
    const linesOf = (end: string) => {
      const program = `Promise.all(${JSON.stringify(modules)}.map((file) => import(file))).then(([{ createLogger }, { run }]) => {
        const logger = createLogger("gateway");
        return run(logger, async () => ({ stopTimeoutMs: 1000, stop: async () => logger.info("stopped") })).then(() => {
          setInterval(() => {}, 1000); // a server keeps running, too
          for (let i = 0; i < 1000; i++) logger.info({ i }, "line");
          ${end};
        });
      })`;
      const { stdout, status } = spawnSync(process.execPath, ["-e", program], options);
      const lines = stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as { msg: string; i?: number });
      assert.deepEqual(
        lines.filter(({ msg }) => msg === "line").map(({ i }) => i),
        Array.from({ length: 1000 }, (_, i) => i),
      );
      return { status, last: lines.at(-1)?.msg };
    };

    it("of a process that is stopped", () => {
      assert.deepEqual(linesOf(`process.kill(process.pid, "SIGTERM")`), { status: 0, last: "stopped" });
    });

    it("of a process that fails, nor the cause", () => {
      const failed = { status: 1, last: "process failed" };
      assert.deepEqual(linesOf(`throw new Error("unhandled rejection")`), failed);
      assert.deepEqual(linesOf(`setImmediate(() => { throw new Error("uncaught exception"); })`), failed);
    });
  });

  it("writes errors of Redis without their commands, which may contain passwords", () => {
    const lines: string[] = [];
    const logger = createLogger("gateway", { write: (line) => void lines.push(line) });
    const command = { name: "auth", args: ["swordfish"] };
    const error = Object.assign(new Error("WRONGPASS"), { command });
    logger.error({ err: error }, "of a server");
    logger.error(
      { err: Object.assign(new Error("all nodes failed"), { lastNodeError: error }) },
      "of a node",
    );
    logger.error({ err: new AggregateError([error], "several") }, "of several commands");
    logger.error({ err: new Error("outer", { cause: error }) }, "of a cause");
    assert.equal(lines.length, 4);
    for (const line of lines) {
      assert.match(line, /WRONGPASS/);
      assert.doesNotMatch(line, /swordfish/);
    }
  });

  describe("writes events", () => {
    const module = new URL("./logger.js", import.meta.url).href;
    const program = `import(${JSON.stringify(module)}).then(({ createLogger }) => {
      const logger = createLogger("gateway");
      logger.info({ imageId: "abc", path: "/og/abc.png" }, "image rendered");
      logger.debug("not written");
      logger.flush();
    })`;

    it("as lines for people on a terminal", () => {
      const command = `'${process.execPath}' -e '${program}'`;
      const env = { ...process.env, NO_COLOR: "1", FORCE_COLOR: undefined };
      // `script` runs the command with a terminal as its standard output.
      const { stdout } = spawnSync("script", ["-qec", command, "/dev/null"], { ...options, env });
      assert.match(
        stdout.trim(),
        /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: gateway: image rendered \{"imageId":"abc","path":"\/og\/abc\.png"\}$/,
      );
    });

    it("as lines of JSON otherwise", () => {
      const { stdout } = spawnSync(process.execPath, ["-e", program], options);
      const { time: _time, pid: _pid, ...line } = JSON.parse(stdout);
      const expected = { level: 30, service: "gateway", msg: "image rendered" };
      assert.deepEqual(line, { ...expected, imageId: "abc", path: "/og/abc.png" });
    });
  });
});
