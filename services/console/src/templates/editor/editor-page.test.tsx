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
});
