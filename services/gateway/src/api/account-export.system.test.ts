import assert from "node:assert/strict";
import { symlink, unlink } from "node:fs/promises";
import { join } from "node:path";
import { ownerTag } from "@placard/contracts";
import { startPlacard, type Placard } from "@placard/testing";
import request from "supertest";
import { renderCard } from "../images/image-links.contract.ts";

describe("an account while storage is unavailable", () => {
  let placard: Placard;
  before(async () => {
    placard = await startPlacard();
  });
  after(() => placard?.stop());

  it("is shown without the number of images, is not exported (503), and is complete again afterwards", async () => {
    const { id, key, token } = await placard.createAccount();
    await renderCard({ url: placard.url, key }, "Stored");
    const tag = ownerTag(id);
    const unreadable = join(
      placard.directory,
      "storage",
      "recipes",
      tag.slice(0, 2),
      `${tag}${"b".repeat(24)}.json`,
    );
    const get = (path: string) =>
      request(placard.url).get(`/api/v1${path}`).set("Authorization", `Bearer ${token}`);
    await symlink(unreadable, unreadable); // to itself, so that its directory can't be listed
    const { user, summary } = (await get("/account").expect(200)).body.data;
    assert.deepEqual([user.id, summary.apiKeys, summary.images, summary.hasMoreImages], [id, 1, null, false]);
    const exported = await get("/account/export").expect(503);
    assert.equal(exported.body.error.code, "unavailable");
    await unlink(unreadable);
    const { body } = await get("/account").expect(200);
    assert.equal(body.data.summary.images, 1);
    assert.equal((await get("/account/export").expect(200)).body.data.images.length, 1);
  });
});
