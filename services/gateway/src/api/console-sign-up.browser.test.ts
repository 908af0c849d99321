import assert from "node:assert/strict";
import { createInvitations } from "@placard/accounts";
import { openRedis, type RedisClient } from "@placard/runtime";
import { openConsole, startPlacard, type ConsolePage, type Placard } from "@placard/testing";

describe("sign-up in the console", () => {
  let placard: Placard;
  let redis: RedisClient;
  let at: ConsolePage;
  before(async () => {
    placard = await startPlacard({ renderers: 0, env: { SIGNUP: "invite" } });
    redis = await openRedis(placard.redis.url, 5_000);
    at = await openConsole(placard.publicUrl);
  });
  after(async () => {
    await at?.close();
    redis?.disconnect();
    await placard?.stop();
  });

  const form = () => at.page.getByRole("region", { name: "Create an account" });
  const invite = async (email?: string) =>
    (await createInvitations({ redis, now: Date.now }).issueInvitation({ email, ttlSeconds: 60 })).token;
  const open = async (hash: string) => {
    await at.page.goto(`${at.url}/${hash}`);
    await at.heading("Create an account").waitFor();
  };
  const signOut = async () => {
    await at.button("Sign out").click();
    await at.waitForMessage("You are signed out.");
  };

  it("explains that an invitation is needed, instead of showing the form", async () => {
    await form().getByText("You need an invitation to create an account here.").waitFor();
    assert.equal(await at.button("Create account and passkey").count(), 0);
  });

  it("creates an account with an invitation link, whose token leaves the address bar", async () => {
    await open(`#register?invite=${await invite()}`);
    await at.signUp("guest@example.com", "Guest");
    assert.equal(at.page.url(), `${at.url}/`);
    await signOut();
    await form().getByText("You need an invitation").waitFor();
  });

  it("fills in the email address that an invitation is bound to", async () => {
    const token = await invite("grace+cobol@example.com");
    const parameters = new URLSearchParams({ invite: token, email: "grace+cobol@example.com" });
    await open(`#register?${parameters.toString()}`);
    const email = form().getByLabel("Email");
    assert.equal(await email.inputValue(), "grace+cobol@example.com");
    assert.equal(await email.isEditable(), false);
    await form().getByLabel("Name").fill("Grace Hopper");
    await at.button("Create account and passkey").click();
    await at.waitForMessage("Your account was created, and you are signed in.");
  });

  it("does not use an invitation while somebody is signed in", async () => {
    await at.page.goto(`${at.url}/#register?invite=${await invite()}`);
    await at.waitForMessage("You are signed in. To use the link, sign out and open it again.");
    assert.doesNotMatch(at.page.url(), /invite/);
    await signOut();
  });

  it("shows the server's message for an invitation that is not valid", async () => {
    await open("#register?invite=unknown");
    await form().getByLabel("Email").fill("nobody@example.com");
    await form().getByLabel("Name").fill("Nobody");
    await at.button("Create account and passkey").click();
    await at.page.locator(".toast.failed #message").getByText("invitation").waitFor();
  });

  it("says that sign-up is closed", async () => {
    const closed = await placard.startGateway({ SIGNUP: "closed" });
    await at.page.goto(closed.url.replace("127.0.0.1", "localhost"));
    await form().getByText("Sign-up is closed: no new accounts can be created on this server.").waitFor();
    assert.equal(await at.button("Create account and passkey").count(), 0);
  });
});
