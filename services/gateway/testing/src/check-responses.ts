import assert from "node:assert/strict";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { MediaType, OpenApi, OperationObject } from "../../dist/docs/types.js";

/** A request of a test and its response. */
export interface Exchange {
  /** The id of the operation that the request calls. */
  operation: string;
  method: string;
  /** The path with its query. */
  path: string;
  response: { status: number; headers: Headers; text: string };
}

/** An OpenAPI document, and functions that compare it with its examples and with responses. */
export type Checker = ReturnType<typeof createChecker>;

/** Creates a checker for an OpenAPI document, with the document's own schemas. */
export function createChecker(json: unknown) {
  const document = json as OpenApi;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  for (const format of ["email", "image-url", "date-time", "uri", "opaque-color"]) {
    ajv.addFormat(format, (text: string) =>
      format === "email" ? text.includes("@") : isPlausible(format, text),
    );
  }
  ajv.addFormat("binary", true);
  ajv.addFormat("position", /^[a-z\d.%]+( [a-z\d.%]+)?$/);
  ajv.addFormat("language-tag", /^[a-z]{2,8}(-[a-z\d]{1,8})*$/i);
  ajv.addSchema({ $id: "document", components: document.components });
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

  /** Many responses have the same schema, and a schema takes milliseconds to compile. */
  const compiled = new Map<string, ValidateFunction>();

  /** Compiles a schema whose `$ref`s refer to the document. */
  function compile(schema: object): ValidateFunction {
    const absolute = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute) as object);
    compiled.set(absolute, validate);
    return validate;
  }

  /** The validation errors of a body; undefined if it is valid. */
  function errorsOf({ schema }: MediaType, value: unknown): string | undefined {
    const validate = compile(schema);
    return validate(value) ? undefined : `${ajv.errorsText(validate.errors)}: ${JSON.stringify(value)}`;
  }

  function checkExamples({ operationId, requestBody, responses }: OperationObject): string[] {
    const bodies = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
    return bodies.flatMap((content = {}) =>
      Object.values(content).flatMap((body) =>
        Object.entries(body.examples ?? {}).flatMap(([name, example]) => {
          const value = "value" in example ? example.value : document.components.examples[name]?.value;
          const errors = errorsOf(body, value);
          return errors === undefined ? [] : [`${operationId}, ${name}: ${errors}`];
        }),
      ),
    );
  }

  return {
    document,
    operations,
    /** Lists the examples that don't match their schemas, with the errors. */
    invalidExamples: () => operations.flatMap(({ operation }) => checkExamples(operation)),

    /**
     * Throws an AssertionError unless the document describes a response's operation, status, headers and
     * body.
     */
    check({ operation: operationId, method, path, response }: Exchange): void {
      const described = operations.find(({ operation }) => operation.operationId === operationId);
      assert.ok(described, operationId);
      const summary = `${operationId} ${path} ${response.status} ${response.text.slice(0, 400)}`;
      assert.equal(method.toLowerCase(), described.method, summary);
      assert.match(path.split("?")[0] ?? "", patternOf(described.path), summary);
      const expected = described.operation.responses[response.status];
      assert.ok(expected, `status is not described: ${summary}`);
      if (!expected.content) {
        assert.equal(response.text, "", summary);
        return;
      }
      const type = response.headers.get("content-type")?.split(";")[0] ?? "";
      const body = expected.content[type];
      assert.ok(body, `${type} is not described: ${summary}`);
      if (type === "application/json") {
        assert.equal(errorsOf(body, JSON.parse(response.text)), undefined, summary);
      }
      const unconditional = [
        "X-Request-Id",
        ...(operationId === "getImage" ? [] : ["X-Cache"]), // an image link has it for fallback images only
        "ETag",
        "Location",
        "Content-Location",
        ...(challengeErrors.some((code) => response.text.includes(`"code":"${code}"`))
          ? ["WWW-Authenticate"]
          : []),
      ];
      for (const name of Object.keys(expected.headers ?? {}).filter((each) => unconditional.includes(each))) {
        assert.ok(response.headers.has(name), `${name} is missing: ${summary}`);
      }
    },
  };
}

/** The errors whose responses have `WWW-Authenticate`. Others with the same status don't have it. */
const challengeErrors = ["unauthorized", "insufficient_scope"];

function isPlausible(format: string, text: string): boolean {
  if (format === "opaque-color") return /^#[\da-f]{3,6}$/i.test(text);
  return format === "date-time" ? !Number.isNaN(Date.parse(text)) : URL.canParse(text);
}

function patternOf(path: string): RegExp {
  const escaped = path.replaceAll(".", "\\.");
  return new RegExp(`^${escaped.replaceAll("{path}", "/.*").replace(/\{\w+\}/g, "[^/]+")}$`);
}
