import { waitFor } from "@testing-library/dom";
import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { ApiError } from "../testing/fake-api.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const key = {
  id: "key-1",
  name: "laptop",
  hint: "abcd",
  scopes: [],
  createdAt: "2026-01-01T00:00:00Z",
  lastUsedAt: null,
  expiresAt: null,
};

describe("the console", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openApp({ path: "keys", answers: { "GET /keys": { keys: [key] } } });
    await app.waitFor("laptop");
    sessionStorage.setItem("placard-draft-blog", "{}");
  });
  afterEach(() => app.close());

  /** Everything of the account is gone, and the focus is on the front page. */
  function assertIsSignedOut() {
    assert.equal(app.queryByText("laptop"), null);
    assert.equal(app.queryByText("ada@example.com"), null);
    assert.equal(app.queryByRole("dialog"), null);
    assert.equal(localStorage.length + sessionStorage.length, 0);
    assert.equal(document.activeElement?.textContent, "Sign in");
  }

  it("removes everything of the account from the page and the browser on sign-out", async () => {
    app.api.answer("POST /auth/logout", {});
    app.click("Sign out");
    await app.waitFor("You are signed out.");
    assertIsSignedOut();
  });

  it("signs out when another tab does, even while a dialog is open", async () => {
    app.click("Revoke laptop");
    await app.findByRole("dialog");
    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: null }));
    await app.waitFor("You are signed out, because you signed out in another tab.");
    assertIsSignedOut();
  });

  it("stays signed in when it hears late of a sign-out before the sign-in", async () => {
    const oldValue = localStorage.getItem("placard-session");
    dispatchEvent(new StorageEvent("storage", { key: "placard-session", oldValue, newValue: null }));
    await new Promise((resolve) => setTimeout(resolve)); // what is drawn again is drawn
    app.getByRole("button", { name: "Sign out" });
    assert.notEqual(localStorage.getItem("placard-session"), null);
  });

  it("signs out when the server rejects the session", async () => {
    app.api.answer("GET /auth/passkeys", new ApiError(401, "unauthorized"));
    app.goTo("passkeys");
    await app.waitFor("Your session has expired or was revoked. Sign in again.");
    assertIsSignedOut();
  });

  it("moves the focus to the heading of the opened page, and names the page in the title", async () => {
    app.api.answer("GET /auth/sessions", { sessions: [] });
    app.goTo("sessions");
    await app.findByRole("heading", { name: "Sessions" });
    assert.equal(document.activeElement?.textContent, "Sessions");
    assert.equal(document.title, "Sessions · Placard");
    assert.equal(app.getByRole("link", { name: "Sessions" }).getAttribute("aria-current"), "page");
  });

  it("says that there is no page at an unknown address, with a link to the first page", async () => {
    app.goTo("api");
    await app.findByRole("heading", { name: "Page not found" });
    assert.equal(document.title, "Page not found · Placard");
    app.getByRole("link", { name: "Open the playground" }).click();
    await app.findByRole("heading", { name: "Playground" });
  });

  it("signs out offline, and revokes the session when the browser is online again", async () => {
    app.api.answer("POST /auth/logout", new TypeError("offline"));
    app.click("Sign out");
    await app.waitFor(/the server could not be reached/);
    assert.equal(app.queryByText("laptop"), null);
    app.api.answer("POST /auth/logout", {});
    dispatchEvent(new Event("online"));
    await app.waitFor("The session was revoked.");
    assertIsSignedOut();
  });

  it("does not use a link that needs another session", async () => {
    location.hash = "#register?invite=token";
    await app.waitFor("You are signed in. To use the link, sign out and open it again.");
    assert.equal(location.hash, "");
  });

  it("verifies an email address only after the user has confirmed it", async () => {
    const sent = () => app.api.requests.filter(({ path }) => path === "/account/verify-email");
    app.api.answer("POST /account/verify-email", { email: "ada@example.org" });
    location.hash = "#verify-email?token=token";
    await app.findByRole("dialog", { name: "Verify your email address?" });
    assert.deepEqual([location.hash, sent()], ["", []]);
    app.confirm("Verify email address");
    await app.waitFor("The email address ada@example.org is verified.");
    assert.deepEqual(
      sent().map(({ body }) => body),
      [{ token: "token" }],
    );
  });

  it("loads what could not be loaded when the browser is online again", async () => {
    app.api.answer("GET /auth/sessions", new ApiError(400, "bad"));
    app.goTo("sessions");
    await app.waitFor("Could not load your sessions.");
    app.api.answer("GET /auth/sessions", { sessions: [] });
    await nextTurn();
    dispatchEvent(new Event("online"));
    await waitFor(() => assert.ok(!app.queryByText("Could not load your sessions.")));
  });
});

describe("the console in a new tab", () => {
  let app: TestApp;
  afterEach(() => app.close());

  it("deletes a session that has expired", async () => {
    app = await openApp({ path: "keys", expiresAt: "2020-01-01T00:00:00Z" });
    await app.findByRole("heading", { name: "Sign in" });
    assert.equal(localStorage.length, 0);
  });

  it("signs in when another tab does", async () => {
    app = await openApp({ path: "keys", isSignedIn: false, answers: { "GET /keys": { keys: [key] } } });
    const newValue = JSON.stringify({ relyingPartyId: "x", expiresAt: "2999-01-01T00:00:00Z" });
    localStorage.setItem("placard-session", newValue);
    dispatchEvent(new StorageEvent("storage", { key: "placard-session", newValue }));
    await app.waitFor("laptop");
  });

  it("revokes the session of a sign-out that had no connection", async () => {
    app = await openApp({
      isSignedIn: false,
      storage: { "placard-sign-out": "pending" },
      answers: { "POST /auth/logout": {} },
    });
    await waitFor(() => assert.equal(localStorage.length, 0));
    assert.ok(app.api.requests.some(({ path }) => path === "/auth/logout"));
  });
});

describe("a message", () => {
  let app: TestApp;
  beforeEach(async () => {
    app = await openApp({ path: "keys", answers: { "GET /keys": { keys: [key] } } });
    await app.waitFor("laptop");
  });
  afterEach(() => app.close());

  const message = () => app.getByRole("status").textContent;

  it("returns the focus to the page when it is closed", async () => {
    app.api.answer("POST /keys", new ApiError(400, "limit_reached"));
    app.type("Name of the new API key", "ci");
    app.click("Create API key");
    await app.waitFor(/Failed with limit_reached/);
    const close = app.getByRole("button", { name: "Close message" });
    close.focus();
    close.click();
    await waitFor(() => assert.equal(message(), ""));
    assert.equal(document.activeElement?.id, "main");
  });
});
