import assert from "node:assert/strict";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const session = (id: string, current = false) => ({
  id,
  createdAt: "2026-01-01T00:00:00Z",
  lastSeenAt: "2026-01-02T00:00:00Z",
  expiresAt: "2026-01-08T00:00:00Z",
  userAgent: null,
  address: `192.0.2.${id}`,
  current,
});

describe("the page of sessions", () => {
  let app: TestApp;
  beforeEach(async () => {
    const sessions = [session("1"), session("2", true), session("3")];
    app = await openApp({ path: "sessions", answers: { "GET /auth/sessions": { sessions } } });
    await app.waitFor(/192\.0\.2\.1/);
  });
  afterEach(() => app.close());

  const items = () => app.getAllByRole("listitem").map(({ textContent }) => textContent);

  it("lists this session first, which has no button", () => {
    assert.match(items()[0]!, /Unknown browser.*This session.*from 192\.0\.2\.2/);
    assert.equal(app.getAllByRole("button", { name: /^Revoke the session/ }).length, 2);
  });

  it("revokes one session, or all others", async () => {
    app.getAllByRole("button", { name: /^Revoke the session/ })[0]!.click();
    await app.findByRole("dialog");
    app.api.answer("DELETE /auth/sessions/1", {});
    app.api.answer("GET /auth/sessions", { sessions: [session("2", true), session("3")] });
    app.confirm("Revoke session");
    await app.waitFor("The session was revoked.");
    app.click("Revoke all other sessions");
    await app.findByRole("dialog");
    app.api.answer("DELETE /auth/sessions", {});
    app.api.answer("GET /auth/sessions", { sessions: [session("2", true)] });
    app.confirm("Revoke sessions");
    await app.waitFor("1 session was revoked.");
    assert.equal(app.queryByRole("button", { name: "Revoke all other sessions" }), null);
  });
});
