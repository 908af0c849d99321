import assert from "node:assert/strict";
import { startPlacard, startSmtp, type Placard, type TestSmtp } from "@placard/testing";
import { Validator } from "@seriousme/openapi-schema-validator";
import { createChecker, type Checker } from "./check-responses.ts";
import { createOperationRequests } from "./operation-requests.ts";

describe("the OpenAPI document", () => {
  let placard: Placard;
  let smtp: TestSmtp;
  let checker: Checker;
  before(async () => {
    smtp = await startSmtp();
    const limits = { RATE_LIMIT_AUTH: "0", RATE_LIMIT_API: "0", IMAGE_ALLOW_PRIVATE: "true" };
    const playground = { PUBLIC_PLAYGROUND: "true", RATE_LIMIT_PLAYGROUND: "0" };
    const mail = { SMTP_URL: smtp.url, MAIL_FROM: "placard@example.com" };
    placard = await startPlacard({
      inProcess: ["gateway", "renderer"],
      env: {
        ...limits,
        ...playground,
        ...mail,
        IMAGE_ALLOW_PRIVATE: "true",
        PUBLIC_URL: "http://localhost:3000",
      },
    });
    const response = await fetch(`${placard.url}/api/v1/openapi.json`);
    checker = createChecker(await response.json());
  });
  after(async () => {
    await placard?.stop();
    await smtp?.stop();
  });

  it("is valid OpenAPI 3.1", async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(checker.document) });
    assert.ok(valid, JSON.stringify(errors));
  });

  it("has examples that match their schemas", () => {
    assert.deepEqual(checker.invalidExamples(), []);
  });

  it("has unique operation ids, and no unused schemas", () => {
    const ids = checker.operations.map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length > 25);
    const text = JSON.stringify(checker.document);
    assert.ok(Object.keys(checker.document.components.schemas).length > 10);
    for (const name of Object.keys(checker.document.components.schemas)) {
      assert.ok(text.includes(`"#/components/schemas/${name}"`), name);
    }
  });

  it("describes the API and the image links, but no pages of the console", () => {
    const paths = checker.operations.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => !/^\/(api\/v1|og|health)\//.test(path)),
      [],
    );
  });

  it("describes the responses of every operation, on success and on errors", async () => {
    const tested = new Set<string>();
    for (const sendRequests of createOperationRequests(placard, smtp)) {
      for (const exchange of await sendRequests()) {
        checker.check(exchange);
        tested.add(`${exchange.operation} ${exchange.response.status < 400 ? "success" : "error"}`);
      }
    }
    // No request makes these fail.
    const neverFail = [
      "listPlaygroundTemplates error",
      "getAuthConfig error",
      "getLiveness error",
      "getOpenApi error",
    ];
    const expected = checker.operations.flatMap(({ operation: { operationId } }) => [
      `${operationId} success`,
      `${operationId} error`,
    ]);
    assert.deepEqual(
      expected.filter((each) => !tested.has(each)),
      neverFail,
    );
  });
});
