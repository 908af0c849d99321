import assert from "node:assert/strict";
import { waitFor } from "@testing-library/dom";
import { ApiError } from "../testing/fake-api.ts";
import { ceremony, rejectPrompt } from "../testing/fake-passkeys.ts";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const passkey = (id: string, name: string) => ({
  id,
  name,
  credentialId: `credential-${id}`,
  createdAt: "2026-01-01T00:00:00Z",
  lastUsedAt: null,
  deviceType: "singleDevice",
  backedUp: false,
  provider: "Acme Passwords",
  sessionCount: 0,
  lastSession: null,
});
const phone = passkey("1", "Phone");
const laptop = passkey("2", "Laptop");

describe("the page of passkeys", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (...passkeys: object[]) => {
    app = await openApp({
      path: "passkeys",
      capabilities: { hybridTransport: false },
      answers: {
        "GET /auth/passkeys": { passkeys },
        "GET /keys": { keys: [{ name: "ci", passkeyId: "1" }] },
        "GET /signing-keys": { signingKeys: [{ name: "blog", passkeyId: "2" }] },
      },
    });
    await app.waitFor("Phone");
  };

  it("does not delete the last passkey", async () => {
    await open(phone);
    await app.waitFor("To delete this passkey, add another one first.");
    assert.equal(app.queryByRole("button", { name: "Delete Phone" }), null);
  });

  it("shows the logo of a provider, without a request, if it has a free one", async () => {
    const provider = "Google Password Manager";
    await open(phone, { ...laptop, provider });
    const [other, google] = document.querySelectorAll(".items li");
    assert.equal(other?.querySelector("svg"), null);
    assert.ok(google?.querySelector("svg path"));
  });

  it("shows the provider of a passkey, and for what it is used", async () => {
    const userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";
    await open({ ...phone, sessionCount: 3, lastSession: { userAgent, address: "203.0.113.7" } });
    await app.waitFor("Acme Passwords");
    await app.waitFor("used for 3 sessions");
    await app.waitFor("signed in with Firefox on Linux from 203.0.113.7");
  });

  it("adds a passkey, but only one for each device", async () => {
    await open(phone);
    app.api.answer("POST /auth/register/start", ceremony);
    const { prompt } = app.passkeys;
    app.passkeys.prompt = () => Promise.reject(new DOMException("exists", "InvalidStateError"));
    app.click("Add a passkey");
    await app.waitFor(/This device already has a passkey of your account/);
    app.passkeys.prompt = prompt;
    app.api.answer("POST /auth/register/finish", {});
    app.api.answer("GET /auth/passkeys", { passkeys: [phone, laptop] });
    app.click("Add a passkey");
    await app.waitFor("The passkey was added to your account.");
    await app.waitFor("Laptop");
  });

  it("offers the places for a passkey that the browser can reach, and passes the chosen one on", async () => {
    await open(phone);
    app.api.answer("POST /auth/register/start", ceremony);
    await app.waitFor("Security key");
    assert.equal(app.queryByLabelText("Phone or tablet"), null);
    const hints: unknown[] = [];
    app.passkeys.prompt = (options) => {
      hints.push(options.publicKey?.hints);
      return rejectPrompt(options);
    };
    for (const place of ["This device", "Security key"]) {
      app.getByLabelText(place).click();
      app.click("Add a passkey");
      await waitFor(() => assert.equal(hints.length, place === "This device" ? 1 : 2));
    }
    assert.deepEqual(hints, [["client-device"], ["security-key"]]);
  });

  it("renames a passkey", async () => {
    await open(phone);
    app.click("Rename Phone");
    await app.findByRole("dialog");
    app.api.answer("PATCH /auth/passkeys/1", {});
    app.api.answer("GET /auth/passkeys", { passkeys: [{ ...phone, name: "Old <phone>" }] });
    app.type("New name", "Old <phone>");
    app.confirm("Rename");
    await app.waitFor("The passkey was renamed to “Old <phone>”.");
    await app.waitFor("Old <phone>");
  });

  it("revokes the keys that were created with a passkey, unless the user keeps them", async () => {
    await open(phone, laptop);
    const deletions = () =>
      app.api.requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);
    app.api.answer("DELETE /auth/passkeys/1", {});
    app.click("Delete Phone");
    const dialog = await app.findByRole("dialog");
    assert.equal(dialog.querySelector("li")?.textContent, "ci");
    app.confirm("Delete passkey");
    await app.waitFor("The passkey “Phone” was deleted.");
    app.click("Delete Phone");
    await app.findByRole("dialog");
    app.getByLabelText(/Keep them/).click();
    app.confirm("Delete passkey");
    await app.waitFor("The passkey “Phone” was deleted. What was created with it stays valid.");
    assert.deepEqual(deletions(), ["/auth/passkeys/1?revokeKeys=true", "/auth/passkeys/1?revokeKeys=false"]);
  });

  it("signs out after the passkey of this session was deleted", async () => {
    await open(phone, laptop);
    app.click("Delete Phone");
    await app.findByRole("dialog");
    app.api.answer("DELETE /auth/passkeys/1", {});
    app.api.answer("GET /auth/passkeys", new ApiError(401, "unauthorized"));
    app.confirm("Delete passkey");
    await app.waitFor(/You are signed out, because you had signed in with it/);
    assert.equal(localStorage.length, 0);
  });
});
