import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { MediaType, OpenApi, OperationObject } from "./types.ts";

/** A request of a test's and what came of it. */
export interface Exchange {
  operation: string;
  method: string;
  /** With its query. */
  path: string;
  answer: { status: number; headers: Headers; text: string };
}

/** What a document says, to hold answers against. */
export type Checker = ReturnType<typeof createChecker>;

/** Holds real answers against an OpenAPI document, with the document's own schemas. */
export function createChecker(given: unknown) {
  const document = given as OpenApi;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const format of ["email", "image-url", "date-time", "uri"]) {
    ajv.addFormat(format, (text: string) =>
      format === "email" ? text.includes("@") : isPlausible(format, text),
    );
  }
  ajv.addFormat("binary", true);
  ajv.addSchema({ $id: "document", components: document.components });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => ({ path, method, about })),
  );

  /** A schema's `$ref`s are resolved within the document. */
  function compile(schema: object): ValidateFunction {
    const absolute = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    return ajv.compile(JSON.parse(absolute) as object);
  }

  function fault({ schema }: MediaType, value: unknown): string | undefined {
    const validate = compile(schema);
    return validate(value) ? undefined : `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`;
  }

  function listSchemaMismatches({ operationId, requestBody, responses }: OperationObject): string[] {
    const bodies = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    return bodies.flatMap((content = {}) =>
      Object.values(content).flatMap((body) =>
        Object.entries(body.examples ?? {}).flatMap(([name, example]) => {
          const value = "value" in example ? example.value : document.components.examples[name]?.value;
          const found = fault(body, value);
          return found === undefined ? [] : [`${operationId}, ${name}: ${found}`];
        }),
      ),
    );
  }

  return {
    document,
    operations,
    /** The examples that do not fit their schemas. */
    misfits: () => operations.flatMap(({ about }) => listSchemaMismatches(about)),

    /** Throws an AssertionError unless the document allows for an answer: its operation, status, header and body. */
    check({ operation, method, path, answer }: Exchange): void {
      const found = operations.find(({ about }) => about.operationId === operation);
      assert.ok(found, operation);
      const told = `${operation} ${path} ${answer.status} ${answer.text.slice(0, 400)}`;
      assert.equal(method.toLowerCase(), found.method, told);
      assert.match(path.split("?")[0] ?? "", patternOf(found.path), told);
      const response = found.about.responses[answer.status];
      assert.ok(response, `not described: ${told}`);
      if (!response.content) {
        assert.equal(answer.text, "", told);
        return;
      }
      const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
      const body = response.content[type];
      assert.ok(body, `${type} is not described: ${told}`);
      if (type === "application/json") {
        assert.equal(fault(body, JSON.parse(answer.text)), undefined, told);
      }
      const always = ["X-Request-Id", "X-Cache", "ETag", "Location", "WWW-Authenticate", "Content-Location"];
      for (const name of Object.keys(response.headers ?? {}).filter((each) => always.includes(each))) {
        assert.ok(answer.headers.has(name), `${name} is missing: ${told}`);
      }
    },
  };
}

function isPlausible(format: string, text: string): boolean {
  return format === "date-time" ? !Number.isNaN(Date.parse(text)) : URL.canParse(text);
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replace(/[.]/g, "\\."));
  return new RegExp(`^${parts.join("[^/]+")}$`);
}
