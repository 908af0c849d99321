import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startPlacard, type Placard } from "@placard/testing";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { Methods } from "../routes/routes.ts";
import { createChecker, type Checker } from "./check-answers.ts";
import { page } from "./operation.ts";
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

  it("has every route that any route module serves, but those of pages", async () => {
    const directory = new URL("../routes/", import.meta.url);
    const served: string[] = [];
    const pages: string[] = [];
    for (const file of await readdir(directory)) {
      if (!file.endsWith(".js") || file.endsWith(".test.js")) continue;
      const module = (await import(new URL(file, directory).href)) as Record<string, unknown>;
      for (const [name, make] of Object.entries(module)) {
        if (!name.endsWith("Routes") || typeof make !== "function") continue;
        for (const [path, methods] of Object.entries(make(stand) as Record<string, Methods>)) {
          for (const [method, { about }] of Object.entries(methods)) {
            if (about === page) pages.push(path);
            else served.push(`${method} ${about.path ?? path.replace(/:(\w+)/g, "{$1}")}`);
          }
        }
      }
    }
    const described = checker.operations.map(({ path, method }) => `${method} ${path}`);
    assert.deepEqual(described.sort(), served.sort());
    assert.ok(pages.includes("/docs") && pages.includes("/"));
    assert.ok(pages.every((path) => !path.startsWith("/api/") && !path.startsWith("/og/")));
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

/** Stands in for what route modules are given: only their tables are looked at. */
const stand: unknown = new Proxy(() => stand, {
  get: (_target, name) => {
    if (name === Symbol.iterator) return [][Symbol.iterator].bind([]);
    if (name === Symbol.toPrimitive) return () => "";
    if (name === "directory") return fileURLToPath(new URL("../../../console/public", import.meta.url));
    if (name === "clientDirectory")
      return fileURLToPath(new URL("../../../../packages/client/dist", import.meta.url));
    if (name === "routes") return {};
    return stand;
  },
});
