import assert from "node:assert/strict";
import { openApp } from "../../testing/open-app.tsx";

describe("the page of the template editor", () => {
  it("refuses to publish a draft with errors before it asks", async () => {
    const problem = {
      file: "template.html",
      line: 1,
      column: 1,
      severity: "error",
      message: "is not supported",
    };
    const app = await openApp({
      path: "templates/mine",
      answers: {
        "GET /og/templates": { templates: [] },
        "GET /og/drafts": { drafts: [{ id: "mine" }] },
        "GET /og/drafts/mine": { json: "{}", html: "<blink></blink>" },
        "POST /og/templates/lint": { problems: [problem] },
      },
    });
    try {
      await app.waitFor("1 error");
      app.click("Publish");
      await app.waitFor("Fix the errors of the draft first.");
      assert.equal(app.queryByRole("dialog"), null);
    } finally {
      await app.close();
    }
  });

  it("sends the data on the card for review, before the samples", async () => {
    const samples = [{ name: "One", data: { title: "A" } }];
    const json = JSON.stringify({ id: "mine", name: "Mine", fields: { title: "string" }, samples });
    const app = await openApp({
      path: "templates/mine",
      answers: {
        "GET /og/templates": { templates: [] },
        "GET /og/drafts": { drafts: [{ id: "mine" }] },
        "GET /og/drafts/mine": { json, html: "<main>{{title}}</main>", assets: {} },
        "POST /og/templates/lint": { problems: [] },
        "POST /og/reviews": { url: "https://og.example.com/#/review/a" },
        "GET /og/reviews": { reviews: [] },
      },
    });
    try {
      await app.waitFor("No problems");
      app.type("Data as JSON", '{"title":"Mine"}');
      app.click("Send for review");
      await app.waitFor("The template was sent for review.");
      const { body } = app.api.requests.find(({ path }) => path === "/og/reviews")!;
      const { template } = body as { template: { samples: object[] } };
      assert.deepEqual(template.samples, [{ name: "Test data", data: { title: "Mine" } }, ...samples]);
    } finally {
      await app.close();
    }
  });
});
