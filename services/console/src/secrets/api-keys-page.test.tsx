import assert from "node:assert/strict";
import { ApiError } from "../testing/fake-api.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const key = {
  id: "key-1",
  name: "laptop",
  hint: "abcd",
  scopes: ["images:write"],
  createdAt: "2026-01-01T00:00:00Z",
  lastUsedAt: null,
  expiresAt: null,
};

describe("the page of API keys", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (keys: object[]) => {
    app = await openApp({ path: "keys", answers: { "GET /keys": { keys } } });
  };

  it("says that there are none, and asks for a name", async () => {
    await open([]);
    await app.waitFor("You have no API keys yet.");
    app.click("Create API key");
    await app.waitFor("Enter a name.");
    assert.equal(document.activeElement, app.getByLabelText("Name of the new API key"));
    assert.equal(document.activeElement?.getAttribute("aria-invalid"), "true");
    assert.equal(app.queryAllByText("You have no API keys yet.").length, 1);
  });

  it("creates a key that generates images for a year, and shows it once", async () => {
    await open([]);
    await app.waitFor("You have no API keys yet.");
    app.api.answer("POST /keys", { ...key, key: "plk_secret" });
    app.api.answer("GET /keys", { keys: [key] });
    app.type("Name of the new API key", " laptop ");
    app.click("Create API key");
    await app.waitFor("plk_secret");
    await app.waitFor("The API key “laptop” was created.");
    await app.waitFor(/^curl https:\/\/og.example.com\/api\/v1\/og\/generate .*Bearer plk_secret/);
    const { body } = app.api.requests.find(({ method }) => method === "POST")!;
    assert.equal((body as { name: string }).name, "laptop");
    assert.deepEqual((body as { scopes: string[] }).scopes, ["images:write"]);
    const expiresAt = Date.parse((body as { expiresAt: string }).expiresAt);
    assert.equal(Math.round((expiresAt - Date.now()) / 86_400_000), 365);
    await app.waitFor("plk_…abcd");
    app.goTo("sessions");
    app.api.answer("GET /auth/sessions", { sessions: [] });
    await app.findByRole("heading", { name: "Sessions" });
    app.goTo("keys");
    await app.waitFor("plk_…abcd");
    assert.equal(app.queryByText("plk_secret"), null);
  });

  it("shows what the server says about a field at the field", async () => {
    await open([]);
    await app.waitFor("You have no API keys yet.");
    const message = "must contain at least one visible character";
    app.api.answer("POST /keys", new ApiError(400, "validation_failed", [{ path: "/name", message }]));
    app.type("Name of the new API key", "\u200b");
    app.click("Create API key");
    await app.waitFor(`Name of the new API key ${message}.`);
    assert.equal(app.queryByText(/Request ID/), null);
  });

  it("revokes a key after a confirmation, and moves the focus to the heading", async () => {
    await open([key]);
    await app.waitFor("laptop");
    app.click("Revoke laptop");
    await app.findByRole("dialog");
    assert.equal(document.activeElement?.textContent, "Cancel");
    app.api.answer("DELETE /keys/key-1", {});
    app.api.answer("GET /keys", { keys: [] });
    app.confirm("Revoke API key");
    await app.waitFor("The API key “laptop” was revoked.");
    assert.equal(document.activeElement?.textContent, "API keys");
    assert.equal(app.queryByText("laptop"), null);
  });

  it("says that keys could not be loaded, and tries again", async () => {
    app = await openApp({ path: "keys", answers: { "GET /keys": new ApiError(400, "bad") } });
    await app.waitFor("Could not load your API keys.");
    assert.equal(app.queryByText("You have no API keys yet."), null);
    app.api.answer("GET /keys", { keys: [] });
    app.click("Try again");
    await app.waitFor("You have no API keys yet.");
    assert.equal(app.queryByText("Could not load your API keys."), null);
  });
});
