import assert from "node:assert/strict";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const image = (id: string, title = id) => ({
  id,
  url: `https://og.example.com/og/${id}.png`,
  title,
  template: "blog",
  brand: null,
  format: "png",
  width: 1200,
  height: 630,
  size: 31_757,
  createdAt: "2026-01-01T00:00:00Z",
});

describe("the page of images", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (images: object, summary: object = { images: 2, hasMoreImages: false }) => {
    app = await openApp({
      path: "images",
      answers: {
        "GET /account/images": images,
        "GET /og/templates": { templates: [{ id: "blog", name: "Blog post" }] },
        "GET /account/usage": { days: [{ renders: 3 }], rendersPerDay: 1_000 },
        "GET /account": { summary },
      },
    });
  };

  it("shows images with the name of their template, and the usage of the day", async () => {
    await open({
      images: [image("image-1", "Hello"), { ...image("image-2"), size: null }],
      nextCursor: null,
    });
    await app.waitFor("Hello");
    await app.waitFor("2 images. 3 of 1,000 renders today (UTC).");
    await app.waitFor("2 images shown.");
    assert.equal((await app.findAllByText("Blog post")).length, 2);
    assert.equal(document.querySelectorAll(".picture img").length, 1);
    await app.waitFor("Not stored now. Open it to render it again.");
  });

  it("moves the focus to the first image of the next page", async () => {
    await open({ images: [image("image-1")], nextCursor: "next" });
    await app.waitFor("image-1");
    app.api.answer("GET /account/images", { images: [image("image-2")], nextCursor: null });
    app.click("Show more images");
    await app.waitFor("2 images shown.");
    assert.equal(document.activeElement?.textContent, "image-2");
    assert.equal(app.queryByRole("button", { name: "Show more images" }), null);
    assert.match(app.api.requests.at(-1)!.path, /cursor=next/);
  });

  it("searches while the user types, through pages without a match", async () => {
    await open({ images: [image("image-1")], nextCursor: null });
    await app.waitFor("image-1");
    app.api.answer("GET /account/images", ({ path }) =>
      path.includes("cursor=2") ? { images: [], nextCursor: null } : { images: [], nextCursor: "2" },
    );
    app.type("Search images", "needle");
    await app.waitFor("No image contains “needle”.");
    assert.match(app.api.requests.at(-1)!.path, /q=needle/);
  });

  it("deletes an image after a confirmation, and moves the focus to the heading", async () => {
    await open({ images: [image("image-1", "Hello")], nextCursor: null });
    await app.waitFor("Hello");
    app.click("Delete Hello");
    await app.findByRole("dialog");
    app.api.answer("DELETE /og/images/image-1", {});
    app.confirm("Delete image");
    await app.waitFor("The image “Hello” was deleted.");
    await app.waitFor("You have no images yet. Create one in the playground.");
    assert.equal(document.activeElement?.textContent, "Images");
  });
});
