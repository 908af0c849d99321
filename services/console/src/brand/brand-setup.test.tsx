import assert from "node:assert/strict";
import { cardAnswers } from "../testing/cards.ts";
import { openApp, user, type TestApp } from "../testing/open-app.tsx";

describe("the setup of the brand", () => {
  let app: TestApp;
  beforeEach(async () => {
    const documents = ["blog", "product"].map((id) => [
      `GET /og/templates/${id}`,
      { document: { template: {} } },
    ]);
    app = await openApp({
      path: "playground",
      answers: {
        ...cardAnswers,
        ...(Object.fromEntries(documents) as Record<string, object>),
        "GET /brands": { brands: [] },
      },
    });
    await app.waitFor("Start with your brand");
  });
  afterEach(() => app.close());

  it("is not saved while nothing is entered", async () => {
    app.click("Save brand");
    await app.waitFor("Enter a name, a color or a logo, choose a font, or skip this step.");
    assert.equal(document.activeElement, app.getByLabelText("Brand name"));
    assert.equal(app.queryByText("Up to date."), null);
  });

  it("keeps its fields in their places when a color is entered, with the contrasts behind them", async () => {
    app.type("Brand color", "#2563eb");
    const contrasts = await app.findByRole("list", { name: "Contrast" });
    const font = app.getByLabelText("Font of headlines");
    assert.ok(font.compareDocumentPosition(contrasts) & Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it("leads to the playground when the brand is saved", async () => {
    app.type("Brand name", "Acme");
    app.api.answer("PUT /brands/default", {});
    app.click("Save brand");
    await app.waitFor("Up to date.");
    assert.equal(app.queryByText("Start with your brand"), null);
  });

  it("can be skipped, and is then not asked for again", async () => {
    app.click("Skip for now");
    await app.waitFor("Up to date.");
    assert.equal(document.activeElement?.textContent, "Playground");
    assert.equal(localStorage.getItem("placard-brand-setup-skipped"), user.id);
    app.api.answer("GET /auth/sessions", { sessions: [] });
    app.goTo("sessions");
    await app.findByRole("heading", { name: "Sessions" });
    app.goTo("playground");
    await app.waitFor("Up to date.");
  });
});
