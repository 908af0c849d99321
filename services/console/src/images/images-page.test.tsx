import { waitFor } from "@testing-library/dom";
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
  warnings: [],
  failure: null,
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
    assert.equal(document.querySelectorAll(".card-frame img").length, 1);
    await app.waitFor("Not stored now. The next request renders it.");
  });

  it("marks images with a problem, and says in plain words what it is", async () => {
    const message = "“cover”: the image could not be fetched: host not found.";
    const warnings = [{ code: "image_unavailable", field: "cover", message }];
    await open({
      images: [
        { ...image("image-1"), warnings },
        { ...image("image-2"), size: null, failure: "gone" },
      ],
      nextCursor: null,
    });
    await app.waitFor("Image missing");
    await app.waitFor("Cover: the image could not be fetched: host not found.");
    await app.waitFor("Failed");
    await app.waitFor(/^The version of its template no longer exists/);
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

  it("says that it searches until the last of several searches is finished", async () => {
    await open({ images: [image("image-1")], nextCursor: null });
    await app.waitFor("image-1");
    const finish: (() => void)[] = [];
    const none = { images: [], nextCursor: null };
    app.api.answer(
      "GET /account/images",
      () => new Promise<object>((resolve) => finish.push(() => resolve(none))),
    );
    for (const query of ["n", "needle"]) {
      app.type("Search images", query);
      await waitFor(() => assert.match(app.api.requests.at(-1)!.path, new RegExp(`q=${query}$`)));
    }
    finish[0]!();
    await new Promise((resolve) => setTimeout(resolve));
    await app.waitFor("Searching…");
    finish[1]!();
    await app.waitFor("No image contains “needle”.");
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

describe("the page of an image", () => {
  const details = {
    ...image("image-1", "Hello"),
    version: 3,
    data: { title: "Hello", tags: ["a", "b"], cover: "asset:photo-1", people: [{ image: "asset:photo-2" }] },
    options: { width: 400, height: 210, format: "jpeg" },
    keyId: "site-1",
    requestId: "request-9",
  };
  let app: TestApp;
  beforeEach(async () => {
    app = await openApp({
      path: "images/image-1",
      answers: {
        "GET /account/images/image-1": { ...details, failure: "render_failed" },
        "GET /auth/passkeys": { passkeys: [] },
        "GET /keys": { keys: [] },
        "GET /signing-keys": { signingKeys: [] },
        "GET /sites": { sites: [{ id: "site-1", domain: "blog.example.com" }] },
      },
    });
    await app.waitFor("blog, version 3");
  });
  afterEach(() => app.close());

  it("shows uploaded images of the data as pictures", () => {
    assert.equal(app.getAllByText("Uploaded image").length, 2);
    const sources = [...document.querySelectorAll<HTMLImageElement>(".image-data img")].map(({ src }) => src);
    assert.deepEqual(
      sources.map((src) => src.replace(/.*\/assets\//, "")),
      ["photo-1", "photo-2"],
    );
  });

  it("shows the data, the request and who caused it, and why the last render failed", async () => {
    await app.waitFor("by blog.example.com");
    await app.waitFor("request request-9");
    await app.waitFor(/^The last render failed/);
    await app.waitFor("b");
  });

  it("renders the image again", async () => {
    app.api.answer("POST /account/images/image-1/render", details);
    app.click("Render again");
    await app.waitFor("The image was rendered again.");
    assert.equal(app.queryByText(/^The last render failed/), null);
  });

  it("opens the playground at the image", () => {
    app.click("Open in playground");
    assert.equal(location.hash, "#/playground/blog/image-1");
  });
});
