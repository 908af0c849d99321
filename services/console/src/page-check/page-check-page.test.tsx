import assert from "node:assert/strict";
import { ApiError } from "../testing/fake-api.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const preview = { title: "Hello", description: "", domain: "example.com", sources: [] };
const report = {
  url: "https://example.com/post",
  durationMs: 120,
  images: [
    {
      tag: "og:image",
      url: "https://example.com/og.png",
      format: "png",
      width: 1200,
      height: 630,
      bytes: 2_000,
    },
  ],
  problems: [
    {
      severity: "error",
      code: "x",
      message: "`og:title` is missing.",
      fix: "Add it.",
      tag: '<meta property="og:title">',
    },
    { severity: "hint", code: "y", message: "A hint.", fix: "Do it." },
  ],
  previews: [
    {
      ...preview,
      platform: "X",
      card: "large",
      imageUrl: "https://example.com/og.png",
      sources: ["https://docs.example.com/link-cards/"],
    },
    { ...preview, platform: "Slack", card: "none" },
  ],
};

describe("the page that checks a page", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openApp({ path: "check" });
    await app.findByRole("heading", { name: "Check a page" });
  });
  afterEach(() => app.close());

  it("completes the address, and shows problems with their tags and what each platform shows", async () => {
    app.api.answer("GET /check", report);
    app.type("Address of the page", "example.com/post");
    app.click("Check page");
    await app.waitFor("1 error, 1 hint.");
    assert.match(app.api.requests.at(-1)!.path, /url=https%3A%2F%2Fexample.com%2Fpost&image=true/);
    await app.waitFor("https://example.com/post, loaded in 120 ms · og:image: PNG, 1200×630, 2 kB");
    assert.equal(app.getByText("og:title").tagName, "CODE");
    app.getByRole("button", { name: 'Copy tag <meta property="og:title">' });
    app.getByText("From example.com");
    assert.equal(document.querySelector(".slack")?.textContent, "https://example.com/post");
    app.getByRole("link", { name: "docs.example.com: link cards" });
  });

  it("shows no report of an earlier page after an error", async () => {
    app.api.answer("GET /check", report);
    app.type("Address of the page", "example.com");
    app.click("Check page");
    await app.waitFor("1 error, 1 hint.");
    app.api.answer("GET /check", new ApiError(400, "page_unavailable"));
    app.click("Check page");
    await app.waitFor("Failed with page_unavailable.");
    assert.equal(app.queryByText("1 error, 1 hint."), null);
    assert.equal(app.queryByText("From example.com"), null);
  });
});
