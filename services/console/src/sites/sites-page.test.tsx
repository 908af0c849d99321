import { within } from "@testing-library/dom";
import assert from "node:assert/strict";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const site = {
  id: "site-1",
  domain: "blog.example.com",
  createdAt: "2026-01-01T00:00:00Z",
  verifiedAt: null as string | null,
  imageUrl: "https://og.example.com/og/page/site-1",
  verification: {
    dns: { name: "_placard.blog.example.com", value: "placard-token" },
    file: { url: "https://blog.example.com/.well-known/placard.txt" },
  },
};
const verified = { ...site, verifiedAt: "2026-01-02T00:00:00Z" };

describe("the page of sites", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (sites: object[], path = "sites") => {
    app = await openApp({
      path,
      answers: {
        "GET /sites": { sites },
        "GET /og/templates": { templates: [{ id: "docs", name: "Documentation page" }] },
        "GET /brands": { brands: [{ name: "default" }, { name: "dark" }] },
      },
    });
  };

  it("shows a new site with what to publish", async () => {
    await open([]);
    await app.waitFor("You have no sites yet.");
    app.api.answer("POST /sites", site);
    app.api.answer("GET /sites", { sites: [site] });
    await app.findByLabelText("Template");
    app.type("Domain", "https://blog.example.com/a/post?b=c");
    app.click("Add site");
    await app.waitFor("The site was added. Verify its domain next.");
    assert.deepEqual(app.api.requests.find(({ method }) => method === "POST")?.body, {
      domain: "blog.example.com",
    });
    await app.waitFor("_placard.blog.example.com");
    await app.waitFor("https://blog.example.com/.well-known/placard.txt");
  });

  it("starts a new site with the template in the address", async () => {
    await open([], "sites/docs");
    const { value } = (await app.findByLabelText("Template")) as HTMLSelectElement;
    assert.equal(value, "docs");
  });

  it("says what a verification found at each place, and shows the tags of a verified site", async () => {
    await open([site]);
    await app.waitFor("Not verified");
    app.api.answer("POST /sites/site-1/verify", {
      verifiedAt: null,
      checks: [{ method: "dns", message: "There is no TXT record." }],
    });
    app.click("Verify blog.example.com");
    await app.waitFor("There is no TXT record.");
    await app.waitFor("blog.example.com is not verified yet: the token was not found.");
    app.api.answer("POST /sites/site-1/verify", { verifiedAt: verified.verifiedAt, checks: [] });
    app.api.answer("GET /sites", { sites: [verified] });
    app.click("Verify blog.example.com");
    await app.waitFor("Verified");
    assert.match(document.querySelector(".details code")!.textContent, /page\/site-1\/\.png/);
  });

  it("shows the card and the tags of any page of the site", async () => {
    await open([verified]);
    await app.findByLabelText("Page");
    app.type("Page", "https://other.example.com/post");
    app.click("Show its card");
    await app.waitFor("Enter the address of a page of blog.example.com.");
    app.type("Page", "https://blog.example.com/a/post?b=c");
    app.click("Show its card");
    const card = await app.findByAltText<HTMLImageElement>("The card of blog.example.com/a/post");
    assert.equal(card.getAttribute("src"), "https://og.example.com/og/page/site-1/a/post.png");
    const codes = [...document.querySelectorAll(".details .secret code")].map((code) => code.textContent);
    assert.match(codes[0] ?? "", /page\/site-1\/a\/post\.png/);
  });

  it("changes the template and the brand of a site in place, and keeps its map of the same template", async () => {
    await open([{ ...verified, template: "docs", map: { title: "title" } }]);
    await app.waitFor("template docs");
    const form = within(await app.findByRole("form", { name: "Settings of blog.example.com" }));
    const select = form.getByLabelText<HTMLSelectElement>("Brand");
    select.value = "dark";
    app.api.answer("PUT /sites/site-1", verified);
    form.getByRole("button", { name: "Save" }).click();
    await app.waitFor(/^The settings of blog.example.com were saved/);
    assert.deepEqual(app.api.requests.find(({ method }) => method === "PUT")?.body, {
      template: "docs",
      brand: "dark",
      map: { title: "title" },
    });
  });

  it("deletes a site after a confirmation", async () => {
    await open([verified]);
    await app.waitFor("Verified");
    app.click("Delete blog.example.com");
    await app.findByRole("dialog");
    app.api.answer("DELETE /sites/site-1", {});
    app.api.answer("GET /sites", { sites: [] });
    app.confirm("Delete site");
    await app.waitFor("The site “blog.example.com” was deleted.");
    await app.waitFor("You have no sites yet.");
  });
});
