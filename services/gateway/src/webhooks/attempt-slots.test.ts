import assert from "node:assert/strict";
import { createAttemptSlots, maxAttempts } from "./attempt-slots.ts";

/** Takes slots for accounts in turn until none can take another one. Returns each account's slots. */
function fill(slots: ReturnType<typeof createAttemptSlots>, owners: readonly string[]) {
  const taken = new Map(owners.map((owner): [string, (() => void)[]] => [owner, []]));
  for (let wasTaken = true; wasTaken;) {
    wasTaken = false;
    for (const [owner, releases] of taken) {
      const release = slots.take(owner);
      if (!release) continue;
      releases.push(release);
      wasTaken = true;
    }
  }
  return taken;
}

describe("slots for webhook attempts", () => {
  it("are 8 for an account while most of them are free", () => {
    const slots = createAttemptSlots();
    for (const owner of ["ada", "bob"]) assert.equal(fill(slots, [owner]).get(owner)?.length, 8);
  });

  it("are left for others by 40 accounts that take as many as they can", () => {
    for (const count of [4, 10, 20, 40]) {
      const slots = createAttemptSlots();
      const taken = fill(
        slots,
        Array.from({ length: count }, (_, i) => `hostile ${i}`),
      );
      for (const releases of taken.values()) assert.ok(releases.length >= 1);
      assert.ok(slots.take("ada"), `${count} accounts`);
    }
  });

  it("are left for others when the attempts of accounts that took all of them have ended", () => {
    const slots = createAttemptSlots();
    const owners = Array.from({ length: 20 }, (_, i) => `hostile ${i}`);
    const first = owners.flatMap((owner) => fill(slots, [owner]).get(owner) ?? []);
    assert.equal(slots.take("ada"), undefined);
    for (const release of first) {
      release();
      fill(slots, owners);
    }
    assert.ok(slots.take("ada"));
  });

  it("are all free again after their release", () => {
    const slots = createAttemptSlots();
    const owners = Array.from({ length: maxAttempts }, (_, i) => `account ${i}`);
    for (let round = 0; round < 2; round++) {
      const taken = fill(slots, owners);
      assert.deepEqual(
        [...taken.values()].map(({ length }) => length),
        owners.map(() => 1),
      );
      assert.equal(slots.take("ada"), undefined);
      for (const releases of taken.values()) for (const release of releases) release();
    }
  });
});
