import { openApp } from "../testing/open-app.tsx";

const key = { id: "key-1", name: "site", hint: "abcd", createdAt: "2026-01-01T00:00:00Z", lastUsedAt: null };

describe("the page of signing keys", () => {
  it("shows the ID and the secret of a new key with their names", async () => {
    const app = await openApp({
      path: "signing-keys",
      answers: { "GET /signing-keys": { signingKeys: [] } },
    });
    await app.waitFor("You have no signing keys yet.");
    app.api.answer("POST /signing-keys", { ...key, secret: "plks_secret" });
    app.api.answer("GET /signing-keys", { signingKeys: [key] });
    app.type("Name of the new signing key", "site");
    app.click("Create signing key");
    await app.waitFor("plks_secret");
    await app.waitFor("key ID:");
    await app.waitFor("secret:");
    await app.waitFor(/kid key-1/);
    await app.close();
  });
});
