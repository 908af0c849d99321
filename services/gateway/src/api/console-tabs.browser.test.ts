import assert from "node:assert/strict";
import { getSharedPlacard, openConsole, type ConsolePage, type SharedPlacard } from "@placard/testing";

describe("the console in several tabs", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  before(async () => {
    placard = await getSharedPlacard();
    at = await openConsole(placard.url);
    await at.signUp(`tabs-${Date.now()}@example.com`, "Ada");
  });
  after(() => at?.close());

  const openTab = async () => {
    const tab = await at.page.context().newPage();
    await tab.goto(at.url);
    return tab;
  };
  const storedToken = async () =>
    String(await at.page.evaluate("JSON.parse(localStorage['placard-session']).token"));
  const sessionStatus = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    return (await fetch(`${placard.url}/api/v1/auth/session`, { headers })).status;
  };

  it("is signed in in a new tab", async () => {
    const tab = await openTab();
    await tab.getByRole("button", { name: "Sign out" }).waitFor();
    await tab.close();
  });

  it("signs out and in in all tabs at once", async () => {
    const tab = await openTab();
    await tab.getByRole("button", { name: "Sign out" }).waitFor();
    await at.button("Sign out").click();
    await tab.getByRole("heading", { name: "Sign in", exact: true }).waitFor();
    await tab.getByText("you signed out in another tab").waitFor();
    await at.waitForMessage("You are signed out.");
    await at.signIn();
    await tab.getByRole("button", { name: "Sign out" }).waitFor();
    await tab.close();
  });

  it("signs out offline: the token is deleted at once, and the session is revoked when the server can be reached", async () => {
    const token = await storedToken();
    await at.page.context().setOffline(true);
    await at.button("Sign out").click();
    await at.heading("Sign in").waitFor();
    await at.waitForMessage("the server could not be reached");
    assert.equal(await at.page.evaluate("localStorage.length"), 0);
    assert.equal(await sessionStatus(token), 200);
    await at.page.context().setOffline(false);
    await at.waitForMessage("The session was revoked.");
    assert.equal(await sessionStatus(token), 401);
  });

  it("signs out when the stored session has expired", async () => {
    await at.page.reload();
    await at.signIn();
    await at.page.evaluate(`(() => {
      const session = JSON.parse(localStorage["placard-session"]);
      localStorage["placard-session"] = JSON.stringify({ ...session, expiresAt: "2020-01-01T00:00:00.000Z" });
    })()`);
    await at.page.reload();
    await at.heading("Sign in").waitFor();
    assert.equal(await at.page.evaluate("localStorage.length"), 0);
  });
});
