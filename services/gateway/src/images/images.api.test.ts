import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { imageKey, recipeKey } from "@placard/contracts";
import { createFileStore } from "@placard/storage";
import { getSharedPlacard, poll } from "@placard/testing";
import request from "supertest";
import { describeImageLinks, idOf, renderCard, type ImageService } from "../testing/image-links.ts";

describe("images", () => {
  let service: ImageService;
  let directory: string;
  before(async () => {
    const placard = await getSharedPlacard();
    ({ directory } = placard);
    service = { ...placard, store: createFileStore({ directory: join(directory, "storage") }) };
  });
  after(() => service?.store.close());

  describeImageLinks("files", () => service);

  describe("a damaged image file", () => {
    it("is rendered again", async () => {
      const damaged = await renderCard(service, "Damaged bytes");
      const id = idOf(damaged);
      const file = (await readdir(directory, { recursive: true, withFileTypes: true }))
        .map((entry) => join(entry.parentPath, entry.name))
        .find((path) => path.includes("images") && path.includes(id))!;
      await writeFile(file, "other bytes");
      const { status, headers } = await request(service.url).get(damaged);
      assert.deepEqual([status, headers["content-type"]], [200, "image/jpeg"]);
    });
  });

  describe("a stored recipe", () => {
    /** Replaces the recipe of a link by other JSON, and deletes its bytes. */
    async function replaceRecipe(path: string, change: (recipe: Record<string, unknown>) => unknown) {
      const id = idOf(path);
      const stored = (await service.store.get(recipeKey(id)))!;
      const changed = change(JSON.parse(stored.bytes.toString()));
      const json = typeof changed === "string" ? changed : JSON.stringify(changed);
      await service.store.put(recipeKey(id), Buffer.from(json), stored.meta);
      await service.store.delete(imageKey(id, "jpeg"));
      return id;
    }
    const waitForLog = (message: string, imageId: string) =>
      poll("the log line", async () => (await service.logs({ msg: message, imageId })).length > 0);

    it("contains the owner and the template reference", async () => {
      const path = await renderCard(service, "Recipe");
      const id = idOf(path);
      const { bytes, meta } = (await service.store.get(recipeKey(id)))!;
      const recipe = JSON.parse(bytes.toString());
      assert.match(recipe.owner, /^[\w-]{22}$/);
      const { hash, ...template } = recipe.template;
      assert.deepEqual(template, { id: "blog", version: 1 });
      assert.match(hash, /^[\w-]{43}$/);
      const image = await service.store.head(imageKey(id, "jpeg"));
      for (const { userMetadata } of [meta, image!])
        assert.deepEqual(userMetadata, { owner: recipe.owner, template: "blog@1" });
    });

    it("that is invalid or outdated makes its link return 404, and is logged", async () => {
      for (const [i, broken] of [
        "not JSON",
        "null",
        { template: "blog", data: { title: "old" }, width: 1200 },
      ].entries()) {
        const path = await renderCard(service, `Invalid recipe ${i}`);
        const id = await replaceRecipe(path, () => broken);
        const { status, body } = await request(service.url).get(path);
        assert.deepEqual([status, body.error.code], [404, "not_found"]);
        await waitForLog("stored recipe is invalid", id);
      }
    });

    it("whose template no longer exists makes its link return 410, and is logged", async () => {
      const path = await renderCard(service, "Retired template");
      const id = await replaceRecipe(path, (recipe) => ({
        ...recipe,
        template: { id: "retired", version: 1, hash: "r".repeat(43) },
      }));
      const { status, body } = await request(service.url).get(path);
      assert.deepEqual([status, body.error.code], [410, "gone"]);
      await waitForLog("template not found", id);
    });
  });
});
