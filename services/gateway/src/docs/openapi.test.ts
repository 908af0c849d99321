import assert from "node:assert/strict";
import { startPlacard, type Placard } from "@placard/testing";
import { Validator } from "@seriousme/openapi-schema-validator";
import { createChecker, type Checker } from "./check-answers.ts";
import { createWalks } from "./walks.ts";

describe("the OpenAPI document", () => {
  let placard: Placard;
  let checker: Checker;
  before(async () => {
    const env = { RATE_LIMIT_AUTH: "0", RATE_LIMIT_API: "0", PUBLIC_URL: "http://localhost:3000" };
    placard = await startPlacard({ env });
    const answer = await fetch(`${placard.url}/api/v1/openapi.json`);
    checker = createChecker(await answer.json());
  });
  after(() => placard.stop());

  it("is one that the specification allows", async () => {
    const { valid, errors } = await new Validator().validate({ ...structuredClone(checker.document) });
    assert.ok(valid, JSON.stringify(errors));
  });

  it("has examples that fit their schemas", () => {
    assert.deepEqual(checker.misfits(), []);
  });

  it("names every operation once, and nothing that no operation uses", () => {
    const ids = checker.operations.map(({ about }) => about.operationId);
    assert.equal(new Set(ids).size, ids.length);
    assert.ok(ids.length > 25);
    const text = JSON.stringify(checker.document);
    for (const name of Object.keys(checker.document.components.schemas)) {
      assert.ok(text.includes(`"#/components/schemas/${name}"`), name);
    }
  });

  it("describes the API and the image links, and no page of the console", () => {
    const paths = checker.operations.map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => !/^\/(api\/v1|og|health)\//.test(path)),
      [],
    );
  });

  it("tells the truth of every operation: what it answers where all is well, and where not", async () => {
    const walks = createWalks(placard);
    const walked = new Set<string>();
    for (const walk of walks) {
      for (const exchange of await walk()) {
        checker.check(exchange);
        walked.add(`${exchange.operation} ${exchange.answer.status < 400 ? "well" : "ill"}`);
      }
    }
    const never = ["getLiveness ill", "getOpenApi ill"]; // nothing that a client can do makes these fail
    const wanted = checker.operations.flatMap(({ about: { operationId } }) => [
      `${operationId} well`,
      `${operationId} ill`,
    ]);
    assert.deepEqual(
      wanted.filter((each) => !walked.has(each)),
      never,
    );
  }).timeout(120_000);
});
