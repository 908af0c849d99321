import assert from "node:assert/strict";
import { getSharedPlacard, poll, type LogLine, type SharedPlacard } from "@placard/testing";
import request from "supertest";

describe("the log line of a request", () => {
  let placard: SharedPlacard;
  before(async () => {
    placard = await getSharedPlacard();
  });

  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
  const findLine = (requestId: string | undefined) =>
    poll("the log line of the request", async () => {
      const [line] = await placard.logs({ requestId: requestId ?? "", msg: "request" });
      return line;
    });
  const lineOf = (response: { headers: Record<string, string> }): Promise<LogLine> =>
    findLine(response.headers["x-request-id"]);
  const idOf = (url: string) => /([^/]+)\.png$/.exec(url)?.[1];

  it("has the account, the API key and the image of a generate request, also of one that fails", async () => {
    const { account, key } = placard;
    const generate = (data: object) =>
      request(placard.url).post("/api/v1/og/generate").set(bearer(key)).send({ template: "blog", data });
    const rendered = await generate({ title: "Logged" }).expect(200);
    const line = await lineOf(rendered);
    assert.equal(line["accountId"], account.id);
    assert.match(String(line["keyId"]), /^\w+$/);
    assert.equal(line["imageId"], idOf(rendered.body.data.url));
    assert.ok(!("errorCode" in line));

    const invalid = await lineOf(await generate({}).expect(400));
    assert.deepEqual([invalid["accountId"], invalid["errorCode"]], [account.id, "validation_failed"]);
    assert.equal(invalid["keyId"], line["keyId"]);

    const fetched = await request(placard.url).get(new URL(rendered.body.data.url).pathname).expect(200);
    assert.equal((await lineOf(fetched))["imageId"], line["imageId"]);
  });

  it("has the images and the distinct errors of a batch", async () => {
    const requests = [{ template: "blog", data: { title: "In a batch" } }, { template: "none" }, {}];
    const response = await request(placard.url)
      .post("/api/v1/og/generate/batch")
      .set(bearer(placard.key))
      .send({ requests })
      .expect(200);
    const line = await lineOf(response);
    assert.deepEqual(line["imageIds"], [idOf(response.body.data.results[0].data.url)]);
    assert.deepEqual(line["errorCodes"], ["unknown_template", "validation_failed"]);
  });

  it("has the account and the session of a request with a session token, but never the token", async () => {
    const { token } = placard.account;
    const response = await request(placard.url).get("/api/v1/auth/session").set(bearer(token)).expect(200);
    const line = await lineOf(response);
    assert.equal(line["accountId"], placard.account.id);
    assert.equal(line["sessionId"], response.body.data.session.id);
    assert.ok(!JSON.stringify(line).includes(token));
  });

  it("has the error code, and no account, of a request without a valid credential", async () => {
    const line = await lineOf(await request(placard.url).get("/api/v1/og/templates").expect(401));
    assert.equal(line["errorCode"], "unauthorized");
    assert.ok(!("accountId" in line));
  });

  it("is not written at level info for static files and successful probes", async () => {
    const quiet = await Promise.all(
      ["/", "/docs", "/health/live", "/health/ready"].map((path) =>
        request(placard.url).get(path).expect(200),
      ),
    );
    const missing = await request(placard.url).get("/missing.css").expect(404);
    await lineOf(missing); // log lines are in the order of the responses
    for (const { headers } of quiet)
      assert.deepEqual(await placard.logs({ requestId: headers["x-request-id"] ?? "" }), []);
  });
});
