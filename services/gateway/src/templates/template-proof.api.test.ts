import assert from "node:assert/strict";
import type { Proof, ProofCase } from "@placard/contracts";
import { getSharedPlacard, type SharedPlacard, type TestAccount } from "@placard/testing";
import request from "supertest";

const path = "/api/v1/og/templates";

/** A document with a title that may have a number of lines. */
function documentWith(lines: number, required = ["title"]) {
  return {
    template: {
      id: "release",
      name: "Release notes",
      description: "A version and what is new in it",
      fields: { title: { type: "string", maxLength: 200 }, photo: { type: "string", format: "image-url" } },
      required,
    },
    html: `<style>main { padding: 40px } h1 { font-size: 40px; margin: 0; line-clamp: ${lines} }</style><main><h1>{{title}}</h1></main>`,
  };
}

const long =
  "A title that needs several lines of this card because it has many more words than the others have";

describe("the proof of a template", () => {
  let placard: SharedPlacard;
  let account: TestAccount;
  before(async () => {
    placard = await getSharedPlacard();
  });
  beforeEach(async () => {
    account = await placard.createAccount();
  });

  const post = (at: string, body: object, key = account.key) =>
    request(placard.url).post(at).set("Authorization", `Bearer ${key}`).send(body);
  const proofOf = async (document: object, key = account.key): Promise<Proof> => {
    const { status, body } = await post(`${path}/release/proof`, document, key);
    assert.equal(status, 200, JSON.stringify(body.error));
    return body.data as Proof;
  };
  const recentOf = ({ cases }: Proof): ProofCase[] => cases.filter(({ kind }) => kind === "recent");
  const generate = async (title: string): Promise<string> => {
    const data = { template: "release", data: { title }, options: { width: 600, height: 315 } };
    const { body } = await post("/api/v1/og/generate", data).expect(200);
    return /og\/(.+)\./.exec(body.data.url as string)?.[1] ?? "";
  };

  it("names the recent cards whose title is now truncated, newest first, and publishes nothing", async () => {
    await post(path, documentWith(9)).expect(201);
    const short = await generate("Short");
    const truncated = await generate(long.slice(0, 50));
    const proof = await proofOf(documentWith(1));
    const cards = recentOf(proof);
    assert.deepEqual(
      cards.map(({ name, newWarnings }) => [name, newWarnings.map(({ code, field }) => [code, field])]),
      [
        [truncated, [["text_truncated", "title"]]],
        [short, []],
      ],
    );
    const [changed, same] = cards;
    assert.ok((changed?.difference ?? 0) > 0.01 && same?.difference === 0);
    assert.deepEqual([changed?.width, changed?.height], [600, 315]);
    assert.ok(proof.summary.messages.includes("1 of 2 recent cards now truncate “title”."));
    const webp = Buffer.from(changed?.after?.image ?? "", "base64");
    assert.equal(webp.toString("latin1", 8, 12), "WEBP");
    const { body } = await request(placard.url)
      .get(`${path}/release`)
      .set("Authorization", `Bearer ${account.key}`);
    assert.equal(body.data.version, 1);
  });

  it("reports recent cards whose data the document rejects", async () => {
    await post(path, documentWith(9)).expect(201);
    await generate("Without a photo");
    const proof = await proofOf(documentWith(9, ["title", "photo"]));
    const [card] = recentOf(proof);
    assert.ok(card?.before && card.after === null && card.difference === null);
    assert.deepEqual(proof.summary.messages.slice(0, 1), [
      "1 of 1 recent cards have data that the document rejects.",
    ]);
  });

  it("has cards with unusual data at three sizes only, if the account has not published the template", async () => {
    await post(path, documentWith(9)).expect(201);
    await generate("Card of another account");
    const other = await placard.createAccount();
    const { version, cases } = await proofOf(documentWith(2), other.key);
    assert.equal(version, null);
    const names = [
      "shortest",
      "longest",
      "required",
      "arabic",
      "japanese",
      "hindi",
      "emoji",
      "missing-image",
    ];
    assert.deepEqual([...new Set(cases.map(({ name }) => name))], names);
    assert.equal(cases.length, 3 * names.length);
    for (const { kind, before, after, difference } of cases)
      assert.ok(kind === "stress" && before === null && after !== null && difference === null);
    const list = await request(placard.url).get(path).set("Authorization", `Bearer ${other.key}`);
    assert.ok(!list.body.data.templates.some(({ id }: { id: string }) => id === "release"));
  });

  it("is rejected for a document with errors, another ID, or the ID of a built-in template", async () => {
    const { template, html } = documentWith(1);
    const { body } = await post(`${path}/release/proof`, { template, html: "<main>{{unknown}}</main>" });
    assert.deepEqual([body.error.code, body.error.details[0].path], ["validation_failed", "/html"]);
    const { body: moved } = await post(`${path}/other/proof`, { template, html });
    assert.equal(moved.error.details[0].path, "/template/id");
    const { body: reserved } = await post(`${path}/blog/proof`, {
      template: { ...template, id: "blog" },
      html,
    });
    assert.equal(reserved.error.code, "template_exists");
  });
});
