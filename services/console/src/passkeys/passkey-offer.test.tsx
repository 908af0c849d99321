import assert from "node:assert/strict";
import { waitFor } from "@testing-library/dom";
import { ceremony, confirmed } from "../testing/fake-passkeys.ts";
import { openApp, user, type TestApp } from "../testing/open-app.tsx";

const create = "Create a passkey on this device";
const shown = { [`placard-passkey-offer-${user.id}`]: "shown" };

describe("the offer of a passkey on this device", () => {
  let app: TestApp;
  afterEach(() => app.close());

  /** Signs in with a passkey that the browser has reached as given. */
  async function signIn(
    authenticatorAttachment: string,
    transports: string[],
    { capabilities = {}, storage = {} } = {},
  ) {
    app = await openApp({
      isSignedIn: false,
      capabilities,
      storage,
      answers: {
        "GET /og/templates": { templates: [] },
        "GET /brands": { brands: [{}] },
        "POST /auth/login/start": ceremony,
        "POST /auth/login/finish": { expiresAt: "2999-01-01T00:00:00Z", user },
        "GET /auth/passkeys": { passkeys: [{ credentialId: confirmed.id, transports }] },
      },
    });
    app.passkeys.prompt = () => Promise.resolve({ ...confirmed, authenticatorAttachment });
    app.click("Sign in with a passkey");
    await app.waitFor("You are signed in.");
  }
  const listed = () => app.api.requests.filter(({ path }) => path === "/auth/passkeys").length;

  it("follows a sign-in with a phone, and creates a passkey of this device", async () => {
    await signIn("cross-platform", ["hybrid", "internal"]);
    await app.waitFor(create);
    app.api.answer("POST /auth/register/start", ceremony);
    app.api.answer("POST /auth/register/finish", {});
    let hints: readonly string[] | undefined;
    app.passkeys.prompt = (options) => {
      hints = options.publicKey?.hints;
      return Promise.resolve(confirmed);
    };
    app.click(create);
    await app.waitFor("You can now sign in with a passkey of this device.");
    assert.deepEqual(hints, ["client-device"]);
    assert.equal(app.queryByRole("button", { name: create }), null);
  });

  it("is made once for each account in a browser, and can be dismissed", async () => {
    await signIn("cross-platform", ["hybrid", "internal"]);
    await app.waitFor(create);
    assert.equal(localStorage.getItem(Object.keys(shown)[0]!), "shown");
    app.click("Not now");
    await waitFor(() => assert.ok(!app.queryByRole("button", { name: create })));
  });

  for (const [name, attachment, transports, options] of [
    ["a passkey of this device", "platform", ["hybrid", "internal"], {}],
    ["a security key", "cross-platform", ["nfc", "usb"], {}],
    [
      "a phone, at a device that keeps no passkeys",
      "cross-platform",
      ["hybrid"],
      {
        capabilities: { passkeyPlatformAuthenticator: false },
      },
    ],
    ["a phone, if it was made before", "cross-platform", ["hybrid"], { storage: shown }],
  ] as const)
    it(`does not follow a sign-in with ${name}`, async () => {
      await signIn(attachment, [...transports], options);
      await app.waitFor("Sign out");
      if (attachment === "cross-platform" && !("storage" in options || "capabilities" in options))
        await waitFor(() => assert.equal(listed(), 1));
      assert.equal(app.queryByRole("button", { name: create }), null);
    });
});
