import assert from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import {
  getSharedPlacard,
  poll,
  redirectTo,
  registerTestClient,
  startHttpServer,
  type SharedPlacard,
  type TestHttpServer,
} from "@placard/testing";
import request from "supertest";
import type { PageCheck } from "./page-check.ts";

describe("checking a page", () => {
  let placard: SharedPlacard;
  let site: TestHttpServer;
  let card: Buffer;
  /** The link of an image of the account with a warning. */
  let ownLink: string;
  let userAgent: string | undefined;
  /** Ends the responses of a page that does not respond. */
  const silent: (() => void)[] = [];
  let isSilent = true;
  let onSilentClosed: (() => void) | undefined;

  const html =
    (head: string) => (req: import("node:http").IncomingMessage, res: import("node:http").ServerResponse) => {
      userAgent = req.headers["user-agent"];
      res.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html><head>${head}`);
    };
  const image = (bytes: () => Buffer) => (_req: unknown, res: import("node:http").ServerResponse) =>
    void res.writeHead(200, { "content-type": "image/png" }).end(bytes());
  const tags = (imagePath: string) => {
    const { url } = site;
    return `<title>Café | Blog</title><meta property="og:title" content="Caf&eacute; &amp; more">
      <meta property="og:description" content="About it."><meta property="og:type" content="article">
      <meta property="og:url" content="${url}/good"><meta name="twitter:card" content="summary_large_image">
      <meta property="og:image" content="${url}${imagePath}"><meta property="og:image:alt" content="A card">
      <meta property="og:image:width" content="600"><meta property="og:image:height" content="315">`;
  };

  before(async () => {
    placard = await getSharedPlacard();
    const generated = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title: "The card of a page" }, options: { width: 600, height: 315 } })
      .expect(200);
    card = (await request(placard.url).get(new URL(generated.body.data.url).pathname).expect(200)).body;
    const withMarkup = await request(placard.url)
      .post("/api/v1/og/generate")
      .set("Authorization", `Bearer ${placard.key}`)
      .send({ template: "blog", data: { title: "<b>Own</b>" } })
      .expect(200);
    ownLink = withMarkup.body.data.url;
    site = await startHttpServer({
      "/own": (req, res) => html(`<meta property="og:image" content="${ownLink}">`)(req, res),
      "/good": (req, res) => html(tags("/card.png"))(req, res),
      "/heavy": (req, res) => html(tags("/heavy.png"))(req, res),
      "/broken-image": (req, res) => html(tags("/missing.png"))(req, res),
      "/moved": redirectTo("/good", 301),
      "/silent": (_req, res) => {
        res.on("close", () => onSilentClosed?.());
        if (isSilent) silent.push(() => res.destroy());
        else res.destroy();
      },
      "/bare": html("<p>Nothing"),
      "/hostile": html(
        `<meta property="og:image" content="http://169.254.169.254/latest/meta-data">${"<b>".repeat(300_000)}`,
      ),
      "/card.png": image(() => card),
      // A decoder ignores what follows the end of the image.
      "/heavy.png": image(() => Buffer.concat([card, Buffer.alloc(400_000)])),
    });
  });
  after(() => site?.stop());

  const check = (url: string, token = placard.key, parameters = {}) =>
    request(placard.url)
      .get("/api/v1/check")
      .query({ url, ...parameters })
      .set("Authorization", `Bearer ${token}`);
  const checkPath = async (path: string, parameters = {}): Promise<PageCheck> =>
    (await check(site.url + path, placard.key, parameters).expect(200)).body.data;
  /** Without warnings that the test's site is served over plain http, and slowly on a busy machine. */
  const codesOf = ({ problems }: PageCheck) =>
    problems.map(({ code }) => code).filter((code) => !/_(insecure|slow)$/.test(code));

  it("checks the page of another account while an account has more checks of a slow server than may run", async () => {
    const [ada, bob] = [await placard.createAccount(), await placard.createAccount()];
    const slow = Array.from({ length: 16 }, () =>
      check(`${site.url}/silent`, ada.key).then(({ status }) => status),
    );
    await poll("a check to be rejected", async () => (await Promise.race([...slow, delay(50)])) === 503);
    let isPending = true;
    void Promise.all(slow).then(() => (isPending = false));
    await check(`${site.url}/good`, bob.key).expect(200);
    assert.ok(isPending);
    isSilent = false;
    for (const respond of silent) respond();
    await Promise.all(slow);
    isSilent = true;
  });

  it("names the warnings of an image of the account, and of no other account's", async () => {
    const ofOwner = (await checkPath("/own")).problems.filter(({ code }) => code.startsWith("card_"));
    assert.deepEqual(
      ofOwner.map(({ code, severity }) => [code, severity]),
      [["card_markup_in_text", "warning"]],
    );
    assert.match(ofOwner[0]!.message, /contains HTML, such as <b>/);
    const bob = await placard.createAccount();
    const { body } = await check(`${site.url}/own`, bob.key).expect(200);
    assert.ok(!codesOf(body.data).includes("card_markup_in_text"));
  });

  it("ends when its client disconnects", async () => {
    const ada = await placard.createAccount();
    const controller = new AbortController();
    const url = `${placard.url}/api/v1/check?url=${encodeURIComponent(`${site.url}/silent`)}`;
    const headers = { Authorization: `Bearer ${ada.key}` };
    const closed = new Promise<void>((resolve) => (onSilentClosed = resolve));
    const count = silent.length;
    const response = fetch(url, { headers, signal: controller.signal });
    await poll("the page to be requested", () => silent.length > count);
    controller.abort();
    await assert.rejects(response);
    await closed;
  });

  it("shows the card of a good page on all platforms, and measures its image", async () => {
    const page = await checkPath("/good");
    assert.deepEqual(codesOf(page), []);
    assert.deepEqual(
      page.previews.map(({ platform, card: kind }) => `${platform}: ${kind}`),
      ["X", "Facebook", "LinkedIn", "Slack", "WhatsApp", "Discord", "iMessage"].map(
        (name) => `${name}: large`,
      ),
    );
    assert.equal(page.previews[0]?.title, "Café & more");
    const { durationMs = 0, ...measured } = page.images[0]!;
    assert.ok(durationMs >= 0);
    assert.deepEqual(measured, {
      tag: "og:image",
      url: `${site.url}/card.png`,
      bytes: card.length,
      format: "png",
      width: 600,
      height: 315,
    });
    assert.equal(page.image, undefined);
    assert.match(userAgent ?? "", /^Placard \(\+http/);
  });

  it("returns the file of the image if the request asks for it", async () => {
    const page = await checkPath("/good", { image: true });
    assert.deepEqual([page.format, Buffer.from(page.image ?? "", "base64").equals(card)], ["png", true]);
  });

  it("finds images that are too large for a platform, or unavailable", async () => {
    const heavy = await checkPath("/heavy");
    assert.deepEqual(codesOf(heavy), ["image_too_large"]);
    assert.deepEqual(heavy.problems[0]?.platforms, ["WhatsApp"]);
    assert.equal(heavy.previews.find(({ platform }) => platform === "WhatsApp")?.card, "text");
    const broken = await checkPath("/broken-image");
    assert.deepEqual(codesOf(broken), ["image_unavailable"]);
    assert.match(broken.problems[0]?.message ?? "", /its server answered 404/);
  });

  it("follows redirects and reports them", async () => {
    const page = await checkPath("/moved");
    assert.deepEqual(
      [page.url, page.redirects],
      [`${site.url}/good`, [{ url: `${site.url}/moved`, status: 301 }]],
    );
    assert.deepEqual(codesOf(page), ["page_redirected"]);
  });

  it("says what a page without tags lacks, errors first, with the tags to paste", async () => {
    const page = await checkPath("/bare");
    const { problems } = page;
    assert.deepEqual(codesOf(page), [
      "image_missing",
      "title_missing",
      "description_missing",
      "twitter_card_missing",
      "url_missing",
    ]);
    assert.match(problems[0]?.tag ?? "", /^<meta property="og:image" content="http/);
  });

  it("reports a page that can't be fetched as a problem, without describing the network", async () => {
    const missing = await checkPath("/missing");
    assert.deepEqual([missing.previews, missing.images], [[], []]);
    assert.match(missing.problems[0]?.message ?? "", /could not be fetched: its server answered 404/);
    assert.match(missing.problems[0]?.fix ?? "", /Check the path/);
    const noPage = await checkPath("/card.png");
    assert.match(noPage.problems[0]?.message ?? "", /its Content-Type is not text\/html/);
    const [problem] = (await check("http://127.0.0.1:1/").expect(200)).body.data.problems;
    assert.match(problem.message, /its host is unknown or cannot be reached/);
    assert.match(problem.fix, /must have a public address.*IMAGE_ALLOW_PRIVATE/);
  });

  it("never contacts a cloud metadata service that a page names, and survives hostile HTML", async () => {
    const page = await checkPath("/hostile");
    assert.match(
      page.problems[0]?.message ?? "",
      /its host is unknown or cannot be reached from the Internet/,
    );
  });

  it("accepts API keys and session tokens, and nothing else", async () => {
    const ada = await registerTestClient(placard.url);
    await check(`${site.url}/good`, ada.token()).expect(200);
    await request(placard.url).get("/api/v1/check").query({ url: site.url }).expect(401);
  });

  it("rejects URLs that are missing, malformed, not percent-encoded, or not http", async () => {
    for (const url of [
      "",
      "example.com",
      "ftp://example.com/",
      "javascript:1",
      "http://a:b@example.com/",
      `http://x/${"x".repeat(2_100)}`,
    ]) {
      const { body } = await check(url).expect(400);
      assert.deepEqual([body.error.code, body.error.details[0].path], ["validation_failed", "/url"], url);
    }
    const withMore = await check(site.url, placard.key, { page: "2" }).expect(400);
    assert.match(withMore.body.error.message, /percent-encoded/);
    const wrongImage = await check(site.url, placard.key, { image: "yes" }).expect(400);
    assert.equal(wrongImage.body.error.details[0].path, "/image");
  });
});
