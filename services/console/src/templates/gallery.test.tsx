import assert from "node:assert/strict";
import { viewKey } from "./drafts.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const template = (id: string, source: string) => ({
  id,
  name: id,
  description: "A card",
  source,
  version: 2,
  isArchived: false,
});
const own = template("mine", "account");
const blog = template("blog", "builtin");
const startingPoint = { template: { id: "recipe", name: "Recipe", fields: {} }, html: "<main>Dish</main>" };

describe("the gallery of templates", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openApp({
      path: "templates",
      answers: {
        "GET /og/templates": { templates: [blog, own] },
        "GET /og/drafts": { drafts: [] },
        "GET /og/starting-points": { startingPoints: [startingPoint] },
      },
    });
    await app.findByRole("heading", { name: /mine/ });
  });
  afterEach(() => app.close());

  /** Stores the draft that is put, and opens it without problems. */
  function acceptDraft(id: string) {
    app.api.answer("POST /og/templates/lint", { problems: [] });
    app.api.answer(`PUT /og/templates/${id}/draft`, ({ body }) => {
      app.api.answer("GET /og/drafts", { drafts: [{ id, name: `Draft of ${id}` }] });
      app.api.answer(`GET /og/templates/${id}/draft`, body as object);
      return body as object;
    });
  }

  it("lists the account's and the server's templates separately", () => {
    const lists = app.getAllByRole("list").map((list) => list.textContent);
    assert.match(lists[0]!, /mine.*v2/);
    assert.match(lists[1]!, /blog/);
  });

  it("leads to the playground with each template that is not archived", () => {
    const links = app.getAllByRole("link", { name: /^Try in playground/ });
    assert.deepEqual(
      links.map((link) => link.getAttribute("href")),
      ["#/playground/mine", "#/playground/blog"],
    );
  });

  it("shows the first error of a draft in place of its card, and does not render it", async () => {
    const { IntersectionObserver } = globalThis;
    class AllVisible {
      readonly observe: () => void;
      constructor(report: (entries: object[]) => void) {
        this.observe = () => report([{ isIntersecting: true }]);
      }
      disconnect() {}
    }
    Object.assign(globalThis, { IntersectionObserver: AllVisible });
    const problem = { file: "template.html", line: 1, column: 1 };
    app.api.answer("POST /og/templates/lint", {
      problems: [
        { ...problem, severity: "warning", message: "The card is empty." },
        { ...problem, severity: "error", message: "`<mian>` is not supported." },
      ],
    });
    app.api.answer("GET /og/drafts", { drafts: [{ id: "sale", name: "Sale" }] });
    app.api.answer("GET /og/templates/sale/draft", { template: {}, html: "<mian>", json: "{}", assets: {} });
    try {
      app.getByLabelText("Show archived templates").click(); // loads the lists again
      const message = await app.waitFor(/^The draft has an error:/);
      assert.equal(message.textContent, "The draft has an error: <mian> is not supported.");
    } finally {
      Object.assign(globalThis, { IntersectionObserver });
    }
  });

  it("asks for an ID that is not taken when a template is copied", async () => {
    app.click("Copy blog");
    await app.findByRole("dialog");
    assert.equal(app.getByLabelText<HTMLInputElement>("ID").value, "my-blog");
    app.type("ID", "Mine");
    app.confirm("Copy template");
    await app.waitFor("Use lowercase letters, digits and hyphens, starting with a letter.");
    app.type("ID", "mine");
    app.confirm("Copy template");
    await app.waitFor("There is a template with the ID mine. Use another ID.");
  });

  it("derives the ID of a new template from its name until it is edited", async () => {
    app.click("New template");
    await app.findByRole("dialog");
    app.type("Name", "Café 9 – News!");
    assert.equal(app.getByLabelText<HTMLInputElement>("ID").value, "cafe-9-news");
    app.type("Name", "Night market in the old harbor of Lisbon, summer edition");
    assert.equal(
      app.getByLabelText<HTMLInputElement>("ID").value,
      "night-market-in-the-old-harbor-of-lisbon",
    );
    app.type("ID", "news");
    app.type("Name", "Other");
    assert.equal(app.getByLabelText<HTMLInputElement>("ID").value, "news");
  });

  it("starts a new template from a designed document with the user's ID and name, in the design", async () => {
    localStorage.setItem(viewKey, "editor-html");
    app.click("New template");
    await app.findByRole("dialog");
    app.type("Name", "Dishes");
    app.getByRole("radio", { name: "Recipe" }).click();
    acceptDraft("dishes");
    app.confirm("Create template");
    await app.findByRole("heading", { level: 1, name: "dishes" });
    await app.findByRole("tab", { name: "Design", selected: true });
    const { body } = app.api.requests.find(({ method }) => method === "PUT")!;
    const { html, json } = body as { html: string; json: string };
    assert.deepEqual(
      [html, JSON.parse(json)],
      ["<main>Dish</main>", { id: "dishes", name: "Dishes", fields: {} }],
    );
  });

  it("imports a card in HTML, with an example for images without a file, and lists in the editor what it lost", async () => {
    const photo = { name: "Photo", data: { photo: "asset:landscape" } };
    const listing = { template: { id: "listing", name: "Listing", fields: {}, samples: [photo] }, html: "" };
    app.api.answer("GET /og/starting-points", { startingPoints: [listing] });
    app.click("Import HTML");
    await app.findByRole("dialog");
    app.type("Name", "Launch");
    app.type("HTML", '<main><p style="float: left">{{title}}</p><img src="a.png"></main>');
    acceptDraft("launch");
    app.confirm("Import");
    const report = await app.findByRole("region", { name: "Import report" });
    assert.match(report.textContent, /1:17Dropped: float: left/);
    assert.match(report.textContent, /Images without a file show an example photo/);
    const { body } = app.api.requests.find(({ method }) => method === "PUT")!;
    assert.match((body as { json: string }).json, /"a": "asset:landscape"/);
  });

  it("names an imported card after the title of its page", async () => {
    app.click("Import HTML");
    await app.findByRole("dialog");
    app.type("HTML", "<title>Launch &amp;\n day</title><main>Hi</main>");
    assert.equal(app.getByLabelText<HTMLInputElement>("Name").value, "Launch & day");
    assert.equal(app.getByLabelText<HTMLInputElement>("ID").value, "launch-day");
    app.type("Name", "Mine");
    app.type("HTML", "<title>Other</title>");
    assert.equal(app.getByLabelText<HTMLInputElement>("Name").value, "Mine");
  });

  it("names the chosen files of a template, and imports them as they are", async () => {
    app.click("Import HTML");
    await app.findByRole("dialog");
    const json = '{ "id": "sale-card", "name": "Sale", "fields": {} }';
    const html = "<!-- Sale -->\n<main>\n  Sale\n</main>\n";
    const input = app.getByLabelText<HTMLInputElement>("Files");
    const files = [new File([html], "template.html"), new File([json], "template.json")];
    Object.defineProperty(input, "files", { value: files });
    input.dispatchEvent(new Event("change", { bubbles: true }));
    await app.findByLabelText("template.json");
    await app.findByText("template.html, template.json");
    acceptDraft("sale-card");
    app.confirm("Import");
    await app.findByRole("heading", { level: 1, name: "Sale" });
    const { body } = app.api.requests.find(({ method }) => method === "PUT")!;
    assert.deepEqual(body, { json, html, assets: {} });
  });

  it("says why HTML can't be imported", async () => {
    app.click("Import HTML");
    await app.findByRole("dialog");
    app.confirm("Import");
    await app.waitFor("Enter HTML, or choose a file.");
    app.type("Name", "Launch");
    app.type("HTML", "<!-- nothing -->");
    app.confirm("Import");
    await app.waitFor("The source has no element to make a card from.");
  });

  it("archives and deletes templates", async () => {
    app.api.answer("PATCH /og/templates/mine", own);
    app.api.answer("GET /og/templates", { templates: [{ ...own, isArchived: true }] });
    app.click("Archive mine");
    await app.waitFor(/The template “mine” was archived/);
    app.api.answer("DELETE /og/templates/mine", {});
    app.api.answer("GET /og/templates", { templates: [] });
    app.click("Delete mine");
    await app.findByRole("dialog");
    app.confirm("Delete template");
    await app.waitFor("The template “mine” was deleted.");
    await app.waitFor(/You have no templates yet/);
  });
});
