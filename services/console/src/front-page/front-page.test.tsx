import assert from "node:assert/strict";
import { waitFor } from "@testing-library/dom";
import { ApiError, type Answer } from "../testing/fake-api.ts";
import { ceremony, rejectPrompt } from "../testing/fake-passkeys.ts";
import { openApp, user, type TestApp } from "../testing/open-app.tsx";

const config = {
  signup: "open",
  hasMail: false,
  hasPublicPlayground: false,
  rpId: "og.example.com",
  url: "https://og.example.com",
};
const result = { expiresAt: "2999-01-01T00:00:00Z", user };
const signUp = "Create account and passkey";
/** A playground without a template. */
const firstPage = { "GET /og/templates": { templates: [] }, "GET /brands": { brands: [{}] } };

describe("the front page", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (hash = "", answers: Record<string, Answer> = {}, hasAutofill = false) => {
    app = await openApp({
      hash,
      isSignedIn: false,
      hasAutofill,
      answers: { "GET /auth/config": config, ...firstPage, ...answers },
    });
  };
  const sent = (route: string) =>
    app.api.requests.find(({ method, path }) => `${method} ${path}` === route)?.body;
  const signUpFields = () => {
    const card = app.getByRole("heading", { name: "Create an account" }).parentElement!;
    const [email, name] = card.querySelectorAll("input");
    return { email: email!, name: name! };
  };
  const enter = (field: HTMLInputElement, text: string) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  it("creates an account with a passkey, and signs in", async () => {
    await open("", { "POST /auth/register/start": ceremony, "POST /auth/register/finish": result });
    await app.waitFor(/Your device creates a passkey/);
    enter(signUpFields().email, "ada@example.com");
    enter(signUpFields().name, "Ada");
    app.click(signUp);
    await app.waitFor("Your account was created, and you are signed in.");
    await app.waitFor("Sign out");
    assert.deepEqual(sent("POST /auth/register/start"), { email: "ada@example.com", name: "Ada" });
    const finish = app.api.requests.find(({ path }) => path === "/auth/register/finish");
    assert.equal(finish?.headers.get("Placard-Session"), "cookie");
    assert.equal(finish?.headers.get("Authorization"), null);
  });

  it("asks for a current browser if this one can't read the options of passkeys", async () => {
    app = await openApp({ answers: { "POST /auth/logout": {}, "GET /auth/config": config, ...firstPage } });
    Reflect.deleteProperty(PublicKeyCredential, "parseCreationOptionsFromJSON");
    app.click("Sign out");
    await app.waitFor(/Passkeys are not available\. .* in a current browser/);
  });

  it("reports a passkey that the server does not permit, so that the password manager deletes it", async () => {
    const refused = new ApiError(403, "passkey_not_permitted");
    await open("", { "POST /auth/register/start": ceremony, "POST /auth/register/finish": refused });
    await app.waitFor(/Your device creates a passkey/);
    enter(signUpFields().email, "ada@example.com");
    enter(signUpFields().name, "Ada");
    app.click(signUp);
    await app.waitFor("Failed with passkey_not_permitted.");
    assert.deepEqual(app.passkeys.unknown, ["AQ"]);
  });

  it("says at each field what to enter, and moves the focus to the first", async () => {
    await open();
    await app.waitFor(/Your device creates a passkey/);
    const { email, name } = signUpFields();
    enter(email, "not an address");
    enter(name, "   ");
    app.click(signUp);
    await app.waitFor("Enter an email address, such as you@example.com.");
    assert.equal(document.activeElement, email);
    assert.equal(app.getByText("Enter your name.").id, name.getAttribute("aria-describedby"));
    enter(name, "Ada");
    await app.waitFor(signUp);
    assert.equal(app.queryByText("Enter your name."), null);
    assert.equal(name.getAttribute("aria-invalid"), null);
  });

  it("says at the address that an account has it", async () => {
    await open("", { "POST /auth/register/start": new ApiError(409, "email_taken") });
    await app.waitFor(/Your device creates a passkey/);
    enter(signUpFields().email, "ada@example.com");
    enter(signUpFields().name, "Ada");
    app.click(signUp);
    const error = await app.waitFor("Failed with email_taken.");
    assert.equal(signUpFields().email.getAttribute("aria-describedby"), error.id);
  });

  for (const [signup, text] of [
    ["invite", /You need an invitation/],
    ["closed", /Sign-up is closed/],
  ] as const)
    it(`says why there is no form if sign-up is ${signup}`, async () => {
      await open("", { "GET /auth/config": { ...config, signup } });
      await app.waitFor(text);
      assert.equal(app.queryByRole("button", { name: signUp }), null);
    });

  it("takes an invitation and its address from a link, and removes the token from the URL", async () => {
    await open("#register?invite=token&email=ada%2Bb%40example.com", {
      "GET /auth/config": { ...config, signup: "invite" },
      "POST /auth/register/start": new ApiError(403, "invitation_invalid"),
    });
    await app.waitFor(signUp);
    assert.equal(location.hash, "");
    assert.equal(document.activeElement?.textContent, "Create an account");
    assert.equal(signUpFields().email.value, "ada+b@example.com");
    assert.equal(signUpFields().email.readOnly, true);
    enter(signUpFields().name, "Ada");
    app.click(signUp);
    await app.waitFor("Failed with invitation_invalid.");
    assert.deepEqual(sent("POST /auth/register/start"), {
      email: "ada+b@example.com",
      name: "Ada",
      invite: "token",
    });
  });

  it("fills in the form of a recovery link, and signs in with the new passkey", async () => {
    await open("#recover?email=ada%40example.com&code=code-1", {
      "POST /auth/recover/start": new ApiError(401, "authentication_failed"),
      "POST /auth/recover/finish": result,
    });
    await app.findByDisplayValue("code-1");
    assert.equal(location.hash, "#recover");
    assert.equal(document.activeElement?.textContent, "Recover your account");
    assert.equal(app.queryByRole("heading", { name: "Sign in" }), null);
    app.click("Create new passkey");
    const error = await app.waitFor(/Wrong email address or recovery code/);
    assert.match(app.getByLabelText("Recovery code").getAttribute("aria-describedby")!, new RegExp(error.id));
    app.api.answer("POST /auth/recover/start", ceremony);
    app.click("Create new passkey");
    await app.waitFor(/Your new passkey was created/);
    assert.equal(location.hash, "");
  });

  it("leads to recovery and back", async () => {
    await open();
    app.getByRole("link", { name: "Lost your passkey?" }).click();
    await app.findByRole("heading", { name: "Recover your account" });
    app.getByRole("link", { name: "Back to sign-in" }).click();
    await app.findByRole("heading", { name: "Sign in" });
  });

  it("suggests an account or recovery when no passkey was used", async () => {
    await open("", { "POST /auth/login/start": ceremony });
    await app.waitFor(/Your device creates a passkey/);
    app.passkeys.prompt = rejectPrompt;
    app.click("Sign in with a passkey");
    await app.waitFor(/this device has no passkey for this site/);
    app.getByRole("link", { name: "create an account" }).click();
    assert.equal(document.activeElement, signUpFields().email);
  });

  it("offers only passkeys of this device at the first try, if the browser can, and then all", async () => {
    await open("", { "POST /auth/login/start": ceremony });
    await app.waitFor(/Your device creates a passkey/);
    const modes: unknown[] = [];
    app.passkeys.capabilities = { immediateGet: true };
    app.passkeys.prompt = (options) => {
      modes.push("uiMode" in options ? options.uiMode : options.publicKey?.hints);
      return rejectPrompt(options);
    };
    for (const tries of [1, 2]) {
      app.click("Sign in with a passkey");
      await waitFor(() => assert.equal(modes.length, tries));
      await app.waitFor(/Try again to use another device or a security key/);
    }
    assert.deepEqual(modes, ["immediate", ["hybrid", "security-key"]]);
  });

  it("signs in with a passkey from the suggestions of the email field", async () => {
    const answers = { "POST /auth/login/start": ceremony, "POST /auth/login/finish": result };
    await open("", answers, true);
    await app.waitFor("You are signed in.");
  });

  it("links to the address where passkeys work", async () => {
    const url = "https://cards.example.org";
    await open("#/keys", { "GET /auth/config": { ...config, rpId: "cards.example.org", url } });
    await app.waitFor(/Passkeys don't work at og.example.com/);
    assert.equal(app.getByRole("link", { name: url }).getAttribute("href"), `${url}/#/keys`);
  });

  it("keeps the link of a verification mail until the user has signed in, and then asks", async () => {
    await open("#verify-email?token=token", {
      "POST /auth/login/start": ceremony,
      "POST /auth/login/finish": result,
    });
    await app.waitFor("Sign in to verify your email address.");
    assert.equal(location.href, "https://og.example.com/");
    app.click("Sign in with a passkey");
    await app.findByRole("dialog", { name: "Verify your email address?" });
    assert.equal(sent("POST /account/verify-email"), undefined);
  });
});
