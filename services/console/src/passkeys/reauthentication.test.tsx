import assert from "node:assert/strict";
import { ApiError } from "../testing/fake-api.ts";
import { ceremony, rejectPrompt } from "../testing/fake-passkeys.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const name = "Name of the new API key";

describe("an action that needs a passkey", () => {
  let app: TestApp;
  beforeEach(async () => {
    let isConfirmed = false;
    app = await openApp({
      path: "keys",
      answers: {
        "GET /keys": { keys: [] },
        "GET /auth/sessions": { sessions: [] },
        "POST /keys": () => {
          if (!isConfirmed) throw new ApiError(403, "reauthentication_required");
          return { id: "key-1", name: "ci", hint: "abcd", scopes: [], key: "plk_secret" };
        },
        "POST /auth/reauthenticate/start": ceremony,
        "POST /auth/reauthenticate/finish": () => {
          isConfirmed = true;
          return {};
        },
      },
    });
    await app.waitFor("You have no API keys yet.");
    app.type(name, "ci");
    app.click("Create API key");
    await app.findByRole("dialog");
  });
  afterEach(() => app.close());

  it("is repeated after the user has confirmed it", async () => {
    assert.equal(document.activeElement?.textContent, "Confirm with passkey");
    app.confirm("Confirm with passkey");
    await app.waitFor("plk_secret");
    await app.waitFor("The API key “ci” was created.");
  });

  it("leaves everything as it was if the user cancels", async () => {
    app.confirm("Cancel");
    await app.waitFor("Nothing was changed: the action was not confirmed with a passkey.");
    assert.equal(app.getByLabelText<HTMLInputElement>(name).value, "ci");
    assert.equal(app.queryByRole("dialog"), null);
  });

  it("is cancelled when another page is opened", async () => {
    location.hash = "#/sessions";
    await app.findByRole("heading", { name: "Sessions" });
    assert.equal(app.queryByRole("dialog"), null);
    await app.waitFor("Nothing was changed: the action was not confirmed with a passkey.");
  });

  it("can be confirmed again after the prompt failed", async () => {
    const { prompt } = app.passkeys;
    app.passkeys.prompt = rejectPrompt;
    app.confirm("Confirm with passkey");
    await app.waitFor("No passkey was used: the prompt was closed or timed out. Try again.");
    app.passkeys.prompt = prompt;
    app.confirm("Confirm with passkey");
    await app.waitFor("plk_secret");
  });

  it("signs out if the session was revoked", async () => {
    app.api.answer("POST /auth/reauthenticate/start", new ApiError(401, "unauthorized"));
    app.confirm("Confirm with passkey");
    await app.waitFor("Your session has expired or was revoked. Sign in again.");
    assert.equal(app.queryByRole("dialog"), null);
  });
});
