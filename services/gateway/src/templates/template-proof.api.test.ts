import assert from "node:assert/strict";
import type { Proof, ProofCase } from "@placard/contracts";
import { getSharedPlacard, type SharedPlacard, type TestAccount } from "@placard/testing";
import { previewSizes } from "@placard/templates/samples";
import request from "supertest";

const path = "/api/v1/og/templates";

/** A document with a title that may have a number of lines. */
function documentWith(lines: number, required = ["title"]) {
  return {
    template: {
      id: "release",
      name: "Release notes",
      description: "A version and what is new in it",
      fields: {
        title: { type: "string", maxLength: 200 },
        author: { type: "string", maxLength: 40 },
        photo: { type: "string", format: "image-url" },
      },
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
  const generate = async (data: { title: string; author?: string }): Promise<string> => {
    const card = { template: "release", data, options: { width: 600, height: 315 } };
    const { body } = await post("/api/v1/og/generate", card).expect(200);
    return /og\/(.+)\./.exec(body.data.url as string)?.[1] ?? "";
  };

  it("names recent cards and requests that are now truncated or rejected, and publishes nothing", async () => {
    await post(path, documentWith(9)).expect(201);
    const author = "Ada";
    const short = await generate({ title: "Short", author });
    const truncated = await generate({ title: long.slice(0, 50), author });
    const incomplete = await generate({ title: "Without an author" });
    const proof = await proofOf(documentWith(1, ["title", "author"]));
    const cards = recentOf(proof);
    assert.deepEqual(
      cards.map(({ name, newWarnings }) => [name, newWarnings.map(({ code, field }) => [code, field])]),
      [
        [incomplete, []],
        [truncated, [["text_truncated", "title"]]],
        [short, []],
      ],
    );
    const [rejected, changed, same] = cards;
    assert.ok(rejected?.before && rejected.after === null && rejected.difference === null);
    assert.ok((changed?.difference ?? 0) > 0.01 && same?.difference === 0);
    assert.deepEqual([changed?.width, changed?.height], [600, 315]);
    for (const message of [
      "1 of 3 recent cards have data that the document rejects.",
      "1 of 3 recent cards now truncate “title”.",
    ])
      assert.ok(proof.summary.messages.includes(message), proof.summary.messages.join("\n"));
    const webp = Buffer.from(changed?.after?.image ?? "", "base64");
    assert.equal(webp.toString("latin1", 8, 12), "WEBP");
    const { body } = await request(placard.url)
      .get(`${path}/release`)
      .set("Authorization", `Bearer ${account.key}`);
    assert.equal(body.data.version, 1);
  });

  it("has only cards with unusual data at all sizes of the editor if the template was not published", async () => {
    await post(path, documentWith(9)).expect(201);
    await generate({ title: "Card of another account" });
    const other = await placard.createAccount();
    const { version, cases, summary } = await proofOf(documentWith(1), other.key);
    assert.equal(version, null);
    assert.deepEqual(summary.messages, [], "long texts are expected to be truncated");
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
    assert.equal(cases.length, previewSizes.length * names.length);
    for (const { kind, before, after, difference } of cases)
      assert.ok(kind === "stress" && before === null && after !== null && difference === null);
    const list = await request(placard.url).get(path).set("Authorization", `Bearer ${other.key}`);
    assert.ok(!list.body.data.templates.some(({ id }: { id: string }) => id === "release"));
  });

  it("has unusual data in the default brand of the account", async () => {
    const colors = { ground: "#777777", ink: "#888888" };
    await request(placard.url)
      .put("/api/v1/brands/default")
      .set("Authorization", `Bearer ${account.key}`)
      .send({ colors })
      .expect(201);
    const { template } = documentWith(1);
    const html = "<style>main { background: var(--ground); color: var(--ink) }</style><main>{{title}}</main>";
    const { summary } = await proofOf({ template, html });
    assert.deepEqual(
      summary.newWarnings.map(({ code, field, cases, of }) => [code, field, cases === of]),
      [["low_contrast", "title", true]],
    );
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
