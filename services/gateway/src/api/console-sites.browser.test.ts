import assert from "node:assert/strict";
import {
  getSharedPlacard,
  openConsole,
  startHttpServer,
  type ConsolePage,
  type SharedPlacard,
  type TestHttpServer,
} from "@placard/testing";

describe("the console's page Sites", () => {
  let placard: SharedPlacard;
  let at: ConsolePage;
  let server: TestHttpServer;
  let token = "";
  before(async () => {
    placard = await getSharedPlacard();
    server = await startHttpServer({
      "/.well-known/placard.txt": (_req, res) => res.end(token),
      "/post": (_req, res) => {
        res.writeHead(200, { "content-type": "text/html" }).end("<title>Post</title>");
      },
    });
    at = await openConsole(placard.publicUrl);
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
  });
  after(async () => {
    await at?.close();
    await server?.stop();
  });

  it("says beside the field what is wrong with a domain", async () => {
    await at.openPage("Sites");
    await at.page.getByText("You have no sites yet.").waitFor();
    await at.page.getByLabel("Domain", { exact: true }).fill("https://example.com/");
    await at.button("Add site").click();
    await at.page.getByText(/public host name such as blog.example.com/i).waitFor();
  });

  it("leads from a domain to the tags for its pages", async () => {
    const domain = `localhost:${server.port}`;
    await at.page.getByLabel("Domain", { exact: true }).fill(domain);
    await at.button("Add site").click();
    await at.waitForMessage("The site was added. Verify its domain next.");
    await at.page.getByText("Not verified").waitFor();
    assert.equal(await at.copyWith(`Copy the name for ${domain}`), "_placard.localhost");
    await at.waitForMessage("The name was copied");
    await at.button(`Verify ${domain}`).click();
    await at.page.getByText("has no line with the token").waitFor();
    token = await at.copyWith(`Copy the value for ${domain}`);
    await at.waitForMessage("The value was copied");
    assert.match(token, /^placard-/);
    await at.button(`Verify ${domain}`).click();
    await at.waitForMessage(`${domain} is verified.`);
    const html = await at.copyWith(`Copy the HTML for ${domain}`);
    for (const name of ["og:image:type", "og:image:width", "og:image:height", "twitter:card"])
      assert.ok(html.includes(`="${name}"`), html);
    const [, url = ""] = /"og:image" content="(.+)"/.exec(html) ?? [];
    const link = url.replace("/path-of-the-page.png", "/post.png").replace(placard.publicUrl, placard.url);
    const response = await fetch(link);
    assert.deepEqual([response.status, response.headers.get("x-page")], [200, "read"]);
    await at.button(`Read the pages of ${domain} again`).click();
    await at.waitForMessage("are read again");
    await fetch(link);
    assert.equal(server.requestedPaths.filter((path) => path === "/post").length, 2);
  });

  it("deletes a site after a confirmation", async () => {
    await at.button(`Delete localhost:${server.port}`).click();
    await at.button("Delete site").click();
    await at.waitForMessage("was deleted");
    await at.page.getByText("You have no sites yet.").waitFor();
  });
});
