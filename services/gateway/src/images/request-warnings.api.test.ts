import assert from "node:assert/strict";
import { poll, getSharedPlacard, registerTestClient, type SharedPlacard } from "@placard/testing";
import request from "supertest";

const markup = {
  code: "markup_in_text",
  field: "title",
  message: "“title” contains HTML, such as <b>, which is shown as written. Remove the tags.",
};
const reference = {
  code: "markup_in_text",
  field: "author",
  message:
    "“author” contains the character reference &amp;, which is shown as written. Send the character itself.",
};
const ignored = {
  code: "option_ignored",
  field: "options/quality",
  message: "`quality` has no effect on png. Leave it out, or request jpeg or webp.",
};

describe("warnings about a request", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const post = (path: string, body: object, token = placard.key) =>
    request(placard.url).post(path).set("Authorization", `Bearer ${token}`).send(body);
  const generatePath = "/api/v1/og/generate";
  const card = (name: string, quality = 50) => ({
    template: "blog",
    data: { title: `Now <b>${name}</b>`, author: "Tom &amp; Ada" },
    options: { width: 400, height: 210, quality },
  });

  it("are the same for the request that causes the render, for repeats, and in batches", async () => {
    const first = await post(generatePath, card("free")).expect(200);
    const second = await post(generatePath, card("free")).expect(200);
    assert.deepEqual([first.headers["x-cache"], second.headers["x-cache"]], ["MISS", "HIT"]);
    for (const { body } of [first, second])
      assert.deepEqual(body.data.warnings, [markup, reference, ignored]);
    const { body } = await post(`${generatePath}/batch`, { requests: [card("free"), card("new")] }).expect(
      200,
    );
    for (const { data } of body.data.results) assert.deepEqual(data.warnings, [markup, reference, ignored]);
  });

  it("are in the 202 response for options, and in the result of the job for texts", async () => {
    const started = await post(generatePath, card("later")).set("Prefer", "respond-async").expect(202);
    assert.deepEqual(started.body.data.warnings, [ignored]);
    const result = await poll("the job", async () => {
      const path = `/api/v1/og/jobs/${started.body.data.id}`;
      const { body } = await request(placard.url).get(path).set("Authorization", `Bearer ${placard.key}`);
      return body.data.result;
    });
    assert.deepEqual(result.warnings, [markup, reference]);
    const repeated = await post(generatePath, card("later")).set("Prefer", "respond-async").expect(200);
    assert.deepEqual(repeated.body.data.warnings, [markup, reference, ignored]);
  });

  it("are part of a preview", async () => {
    const client = await registerTestClient(placard.url);
    const { body } = await post("/api/v1/og/templates/preview", card("draft"), client.token()).expect(200);
    assert.deepEqual(body.data.warnings, [markup, reference, ignored]);
  });

  it("name a locale that is well-formed but unknown", async () => {
    const options = { width: 400, height: 211, locale: "german" };
    const hello = { template: "blog", data: { title: "Hello" }, options };
    const { body } = await post(generatePath, hello).expect(200);
    const [{ code, field, message }] = body.data.warnings;
    assert.deepEqual([code, field], ["option_ignored", "options/locale"]);
    assert.match(message, /^`german` is not the tag of a known language/);
  });

  it("are absent for the default quality and for formats with a quality", async () => {
    const plain = { template: "blog", data: { title: "a < b, AT&T" } };
    const size = { width: 400, height: 210 };
    for (const options of [size, { ...size, quality: 90 }, { ...size, quality: 50, format: "webp" }]) {
      const { body } = await post(generatePath, { ...plain, options }).expect(200);
      assert.equal(body.data.warnings, undefined, JSON.stringify(options));
    }
    const started = await post(generatePath, { ...plain, options: { ...size, width: 401 } })
      .set("Prefer", "respond-async")
      .expect(202);
    assert.equal(started.body.data.warnings, undefined);
  });
});
