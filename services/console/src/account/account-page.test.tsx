import assert from "node:assert/strict";
import { ApiError } from "../testing/fake-api.ts";
import { openApp, user, type TestApp } from "../testing/open-app.tsx";

const summary = {
  images: 1,
  hasMoreImages: false,
  apiKeys: 2,
  signingKeys: 0,
  passkeys: 1,
  recoveryCodes: 0,
  sessions: 1,
};
const account = { user: { ...user, emailVerified: false }, summary };
const event = (at: string, type: string) => ({
  id: "event-1",
  at,
  type,
  actor: "user",
  keyId: "key-1",
  address: "192.0.2.1",
});

describe("the page of the account", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openApp({
      path: "account",
      answers: {
        "GET /account": account,
        "GET /auth/passkeys": { passkeys: [] },
        "GET /keys": { keys: [{ id: "key-1", name: "laptop" }] },
        "GET /signing-keys": { signingKeys: [] },
        "GET /sites": { sites: [] },
        "GET /account/usage": {
          days: [
            {
              date: "2026-01-01",
              renders: 2,
              cacheHits: 3,
              bytes: 1_000,
              keys: [{ keyId: "key-1", renders: 2, cacheHits: 3, bytes: 1_000 }],
            },
          ],
        },
        "GET /account/events": {
          events: [event("2026-01-01T00:00:00Z", "api_key_created")],
          nextCursor: "n",
        },
      },
    });
    await app.waitFor("API key “laptop” created");
  });
  afterEach(() => app.close());

  it("shows the usage as a chart and as tables by day and by key", async () => {
    await app.waitFor("2 renders and 3 cache hits in the last 30 days (UTC).");
    assert.equal(
      app.getByText("Usage by key").closest("table")?.querySelector("tbody th")?.textContent,
      "laptop",
    );
    assert.equal(document.querySelectorAll(".usage-days .renders").length, 1);
  });

  it("secures the account and signs out when an event was somebody else", async () => {
    app.api.answer("POST /account/events/event-1/report", {});
    app.click("This wasn't me: API key “laptop” created");
    await app.findByRole("dialog");
    app.confirm("Sign out everywhere and revoke");
    await app.waitFor("Your account was secured. Sign in, and check your passkeys and keys.");
    assert.equal(localStorage.length, 0);
  });

  it("changes the profile, also in the header, and shows an error at its field", async () => {
    app.api.answer("PATCH /account", new ApiError(409, "email_taken"));
    app.type("Email", "grace@example.com");
    app.click("Save");
    await app.waitFor("Failed with email_taken.");
    assert.equal(document.activeElement, app.getByLabelText("Email"));
    app.api.answer("PATCH /account", { user: { ...user, email: "grace@example.com" } });
    app.click("Save");
    await app.waitFor("Your account was updated.");
    assert.deepEqual(app.api.requests.findLast(({ method }) => method === "PATCH")?.body, {
      email: "grace@example.com",
    });
    app.getByTitle("grace@example.com");
  });

  it("shows new recovery codes once, with the focus on their first button", async () => {
    app.api.answer("POST /account/recovery-codes", { codes: ["code-1", "code-2"] });
    app.api.answer("GET /account", { ...account, summary: { ...summary, recoveryCodes: 2 } });
    app.click("Create recovery codes");
    await app.waitFor("code-2");
    assert.equal(document.activeElement?.textContent, "Copy codes");
    await app.waitFor(/You have 2 unused recovery codes/);
    app.click("Replace recovery codes");
    await app.findByRole("dialog");
  });

  it("loads older events, and moves the focus to the first of them", async () => {
    app.api.answer("GET /account/events", {
      events: [event("2025-01-01T00:00:00Z", "session_created")],
      nextCursor: null,
    });
    app.click("Show older events");
    await app.waitFor("Signed in");
    assert.match(document.activeElement!.textContent, /Signed in/);
  });

  it("deletes the account only if its email address is typed, and signs out", async () => {
    app.click("Delete account");
    await app.findByRole("dialog");
    app.getByText("1 image");
    app.getByText("2 API keys");
    app.type(/Type ada@example.com/, "other@example.com");
    app.confirm("Delete account");
    await app.waitFor("The email address does not match. Type ada@example.com.");
    app.api.answer("DELETE /account", {});
    app.type(/Type ada@example.com/, " Ada@example.com ");
    app.confirm("Delete account");
    await app.waitFor("Your account was deleted.");
    assert.equal(localStorage.length, 0);
  });

  it("sends the email that verifies the address again, if the server sends mail", async () => {
    const sendAgain = () => app.queryByRole("button", { name: "Send email again" });
    assert.equal(sendAgain(), null);
    app.api.answer("GET /auth/config", { hasMail: true });
    app.api.answer("GET /auth/sessions", { sessions: [] });
    app.goTo("sessions");
    await app.findByRole("heading", { name: "Sessions" });
    app.goTo("account");
    await app.waitFor(/Your email address is not verified/);
    app.api.answer("POST /account/verification", {});
    app.click("Send email again");
    await app.waitFor("An email was sent to ada@example.com.");
  });
});
