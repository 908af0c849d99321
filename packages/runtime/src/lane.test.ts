import assert from "node:assert/strict";
import { AppError, lanes, type LaneSize } from "@placard/contracts";
import { Lane } from "./lane.ts";

const isOverloaded = (error: unknown) => error instanceof AppError && error.code === "overloaded";

/** A lane whose tasks run until they are finished. */
function openLane(size: LaneSize) {
  const lane = new Lane(size);
  const finishers: (() => void)[] = [];
  const started: string[] = [];
  const run = (account: string, signal?: AbortSignal) => {
    const task = () => {
      started.push(account);
      return new Promise<void>((resolve) => finishers.push(resolve));
    };
    return lane.run(account, task, signal);
  };
  return {
    lane,
    started,
    run,
    /** Runs tasks of an account until one is rejected. */
    async fill(account: string): Promise<void> {
      let isFull = false;
      while (!isFull) {
        run(account).catch((error: unknown) => (isFull = isOverloaded(error)));
        await new Promise(setImmediate);
      }
    },
    /** Finishes the task that started first. */
    async finish(): Promise<void> {
      finishers.shift()!();
      await new Promise(setImmediate);
    },
  };
}

for (const size of Object.values(lanes)) {
  describe(`the lane of ${size.tasks}`, () => {
    it("starts a single task of another account next when an account has filled it", async () => {
      const { started, run, fill, finish } = openLane(size);
      await fill("hostile");
      void run("ada");
      if (!started.includes("ada")) await finish();
      assert.equal(started.at(-1), "ada");
    });

    it("has places that are all free again after its tasks", async () => {
      const { lane, started, fill, finish } = openLane(size);
      await fill("ada");
      const { length } = started;
      const idle = lane.onIdle();
      while (lane.count > 0) await finish();
      await idle;
      const again = started.length;
      await fill("bob");
      assert.equal(started.length - again, length);
    });
  });
}

describe("a lane", () => {
  const small = {
    tasks: "tests",
    running: 1,
    runningOfAccount: 1,
    waiting: 100,
    waitingOfAccount: 10,
    bytesOfTask: 1,
    bytes: 2,
  };

  it("serves the account next that was served longest ago", async () => {
    const { lane, started, run, finish } = openLane(small);
    for (const account of ["ada", "ada", "ada", "bob", "bob", "carol"]) void run(account);
    while (lane.count > 0) await finish();
    assert.deepEqual(started, ["ada", "bob", "carol", "ada", "bob", "ada"]);
  });

  it("leaves waiting places to other accounts, however many fill it", async () => {
    const { run, fill } = openLane(small);
    for (let i = 0; i < 20; i++) {
      void run(`hostile ${i}`);
      if (i < 6) await fill(`hostile ${i}`);
    }
    let isRejected = false;
    run("ada").catch(() => (isRejected = true));
    await new Promise(setImmediate);
    assert.equal(isRejected, false);
  });

  it("forgets a waiting task whose signal aborts", async () => {
    const { lane, started, run, finish } = openLane(small);
    void run("ada");
    const controller = new AbortController();
    const cancelled = run("bob", controller.signal);
    void run("carol");
    controller.abort(new Error("disconnected"));
    await assert.rejects(cancelled, /disconnected/);
    while (lane.count > 0) await finish();
    assert.deepEqual(started, ["ada", "carol"]);
  });
});
