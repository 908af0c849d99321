import assert from "node:assert/strict";
import { shareListing } from "./account-images.ts";

describe("a shared listing", () => {
  /** A listing of `keys` keys that takes 10 ms, with its number of reads and the time in ms. */
  function createListing(keys: number) {
    const state = { readings: 0, isAvailable: true, now: 1_000 };
    const list = shareListing(
      () => {
        state.readings++;
        state.now += 10;
        const listing = Array.from({ length: keys }, (_, i) => i);
        return state.isAvailable ? Promise.resolve(listing) : Promise.reject(new Error("unavailable"));
      },
      { now: () => state.now },
    );
    return { list, state };
  }

  it("is read once for all requests at the same time, and for each account", async () => {
    const { list, state } = createListing(5);
    const listed = await Promise.all(Array.from({ length: 10 }, () => list("ada")));
    assert.deepEqual([new Set(listed).size, state.readings], [1, 1]);
    await Promise.all([list("ada"), list("bob")]);
    assert.equal(state.readings, 3);
  });

  it("of more than 1,000 keys is kept for ten times as long as it took", async () => {
    const { list, state } = createListing(1_001);
    for (let i = 0; i < 3; i++) await list("ada");
    state.now += 100;
    await list("ada");
    assert.equal(state.readings, 1);
    state.now += 1;
    await list("ada");
    assert.equal(state.readings, 2);
  });

  it("of at most 1,000 keys is read for every request", async () => {
    const { list, state } = createListing(1_000);
    for (let i = 0; i < 3; i++) await list("ada");
    assert.equal(state.readings, 3);
  });

  it("is read again after storage was unavailable", async () => {
    const { list, state } = createListing(1_001);
    state.isAvailable = false;
    await assert.rejects(list("ada"), /unavailable/);
    state.isAvailable = true;
    assert.equal((await list("ada")).length, 1_001);
  });
});
