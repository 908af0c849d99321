import { waitFor } from "@testing-library/dom";
import assert from "node:assert/strict";
import { ApiError } from "../testing/fake-api.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const warning = { code: "low_contrast", field: "brand/logo/onLight", message: "The logo is hard to see." };
const samples = [{ name: "All fields", data: { photo: "asset:lamp" } }];
const showcase = { template: { id: "showcase", samples }, html: "", assets: {} };
const brand = { name: "default", displayName: "Acme", colors: { accent: "#5b34c4" } };

describe("the page of the brand", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (brands: object[]) => {
    app = await openApp({
      path: "brand",
      answers: {
        "GET /brands": { brands },
        "GET /og/templates/blog": { document: { template: {} } },
        "GET /og/templates/product": { document: { template: {} } },
        "GET /og/templates/event": { document: { template: {} } },
        "GET /og/starting-points": { startingPoints: [showcase] },
        "POST /og/templates/preview": { image: "AAAA", format: "png", warnings: [warning] },
      },
    });
    await app.waitFor("Save brand");
  };

  it("shows the samples without a brand, and cards with photos and the warnings of the brand while it is entered", async () => {
    await open([]);
    const card = () => app.getByAltText<HTMLImageElement>("Blog post card in your brand").src;
    assert.match(card(), /blog\.webp$/);
    app.type("Accent", "5b34c4");
    await app.findByText(warning.message);
    assert.equal(card(), "data:image/png;base64,AAAA");
    const bodies = app.api.requests
      .filter(({ path }) => path === "/og/templates/preview")
      .map(({ body }) => body as { template: string; brand: object; data: object });
    assert.deepEqual(bodies[0]!.brand, { colors: { accent: "#5b34c4" } });
    assert.deepEqual(bodies.find(({ template }) => template === "product")!.data, { image: "asset:lamp" });
  });

  it("says which files can be uploaded if a file is none of them", async () => {
    await open([]);
    app.api.answer("POST /assets", new ApiError(415, "unsupported_media_type"));
    const file = app.getByLabelText<HTMLInputElement>("On light backgrounds");
    Object.defineProperty(file, "files", { value: [new File(["x"], "logo.png")] });
    file.dispatchEvent(new Event("change", { bubbles: true }));
    await app.waitFor(/Choose an image in PNG, JPEG, WebP or SVG, or a font in WOFF2, TTF or OTF/);
  });

  it("shows the samples again when the brand is emptied while cards are rendered", async () => {
    await open([]);
    const isRendering = () =>
      app.getByRole("group", { name: "Cards in your brand" }).getAttribute("aria-busy") === "true";
    app.api.answer("POST /og/templates/preview", () => new Promise<object>(() => {}));
    app.type("Accent", "5b34c4");
    await waitFor(() => assert.ok(isRendering()));
    app.type("Accent", "");
    await waitFor(() => assert.ok(!isRendering()));
    assert.match(app.getByAltText<HTMLImageElement>("Blog post card in your brand").src, /blog\.webp$/);
  });

  it("says at the logo for the background of the cards that it is hard to see", async () => {
    await open([{ ...brand, logo: { onLight: "teal" } }]);
    const describe = (label: string) => {
      const ids = app.getByLabelText(label).getAttribute("aria-describedby")!;
      return document.getElementById(ids)!.textContent;
    };
    const says = /The logo is hard to see on your cards/;
    await waitFor(() => assert.match(describe("On light backgrounds"), says));
    app.type("Accent", "ffe14d"); // its background is dark
    await waitFor(() => assert.match(describe("On dark backgrounds"), says));
    assert.doesNotMatch(describe("On light backgrounds"), says);
    app.api.answer("POST /og/templates/preview", { image: "BBBB", format: "png", warnings: [] });
    app.type("Brand name", "Acme 2");
    await waitFor(() => assert.doesNotMatch(describe("On dark backgrounds"), says));
  });

  it("offers the other background only if nothing else is hard to see on it", async () => {
    await open([{ name: "default", colors: { accent: "#5b34c4" } }]);
    let isTextHard = true;
    app.api.answer("POST /og/templates/preview", ({ body }) => {
      const { ground } = (body as { brand: { colors: { ground?: string } } }).brand.colors;
      const text = {
        code: "low_contrast",
        field: "brand/colors/ink",
        message: "Headlines are hard to read.",
      };
      const warnings = ground === undefined ? [warning] : isTextHard ? [text] : [];
      return { image: "BBBB", format: "png", warnings };
    });
    const countTried = () =>
      app.api.requests.filter(({ body }) => JSON.stringify(body)?.includes("#090514")).length;
    app.type("Headlines", "#222222");
    await waitFor(() => assert.equal(countTried(), 3));
    await app.findByText(warning.message);
    assert.equal(app.queryByText("Use a dark background"), null);
    isTextHard = false;
    app.type("Headlines", "");
    (await app.findByText("Use a dark background")).click();
    await app.findAllByDisplayValue("#090514");
    await waitFor(() => assert.ok(!app.queryByText(warning.message)));
    assert.equal(app.queryByText("Use a light background"), null);
  });

  it("says at a color that it is not valid, and does not save it", async () => {
    await open([brand]);
    app.type("Supporting text", "red");
    await app.waitFor("Enter a color as #rrggbb.");
    app.click("Save brand");
    await new Promise((resolve) => setTimeout(resolve));
    assert.equal(document.activeElement, app.getByLabelText("Supporting text"));
    assert.ok(app.api.requests.every(({ method }) => method !== "PUT"));
  });

  it("keeps changes while another page is open, until they are saved or discarded", async () => {
    await open([brand]);
    const accent = () => app.getByLabelText<HTMLInputElement>("Accent").value;
    const reopen = async () => {
      app.goTo("account");
      await app.findByRole("heading", { name: "Account" });
      app.goTo("brand");
      await app.waitFor("Save brand");
    };
    app.type("Accent", "ffe14d");
    await app.waitFor("Discard changes");
    await reopen();
    assert.equal(accent(), "ffe14d");
    app.click("Discard changes");
    await app.waitFor("Remove brand");
    await reopen();
    assert.equal(accent(), "#5b34c4");
    app.type("Accent", "ffe14d");
    app.api.answer("PUT /brands/default", {});
    app.click("Save brand");
    await app.waitFor(/Your brand was saved/);
    await waitFor(() => assert.equal(accent(), "#ffe14d"));
    await reopen();
    assert.equal(accent(), "#5b34c4"); // what the API answers
  });

  it("shows the derived colors with their contrast", async () => {
    await open([brand]);
    assert.equal(document.querySelectorAll(".contrast li").length, 4);
    assert.match(app.getByLabelText<HTMLInputElement>("Background color").placeholder, /^#[\da-f]{6}$/);
  });

  it("saves and removes the brand", async () => {
    await open([]);
    app.type("Brand name", "Acme");
    app.type("Font of headlines", "Fraunces");
    app.type("Weight of headlines", "500");
    app.type("Size of the logo", "large");
    app.type("Gradient to", "eee");
    app.type("Decoration", "dots");
    app.getByLabelText("Show the logo without the website").click();
    app.api.answer("PUT /brands/default", brand);
    app.click("Save brand");
    await app.waitFor(/Your brand was saved/);
    assert.deepEqual(app.api.requests.findLast(({ method }) => method === "PUT")?.body, {
      displayName: "Acme",
      fonts: { heading: "Fraunces" },
      heading: { weight: 500 },
      background: { gradient: "#eeeeee" },
      decoration: "dots",
      logo: { size: "large", isAlone: true },
    });
    app.api.answer("DELETE /brands/default", {});
    app.click("Remove brand");
    await app.findByRole("dialog");
    app.confirm("Remove brand");
    await app.waitFor("Your brand was removed.");
    assert.equal(app.getByLabelText<HTMLInputElement>("Brand name").value, "");
  });
});
