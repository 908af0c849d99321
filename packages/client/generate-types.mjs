import openapiTS, { astToString } from "openapi-typescript";
import { format, resolveConfig } from "prettier";

/** The path of the generated file. */
export const apiTypesFile = new URL("src/api.generated.ts", import.meta.url);

/** What the client uses of the generated types. */
const exported = ["paths", "components"];

/** @param {any} node a statement of the generated types */
const isUsed = (node) => exported.includes(node.name?.text);

/** The methods of operations in an OpenAPI document. */
const methods = ["get", "post", "put", "patch", "delete"];

/**
 * Creates the client's types of the API: the paths with their parameters, bodies and successful responses,
 * and the named schemas.
 * @param {any} document the OpenAPI document of the gateway
 * @param {Iterable<string>} linkParameters the names that a readable signed link reserves
 */
export async function createApiTypes(document, linkParameters) {
  const { components, paths } = document;
  const ast = await openapiTS(
    {
      ...document,
      paths: mapOperations(paths),
      webhooks: {},
      components: { schemas: mapValues(components.schemas, simplify) },
    },
    { defaultNonNullable: false },
  );
  const text = `// Generated from the OpenAPI document by \`npm run generate\`. Do not edit.

/** The names that can't be data of readable signed links. */
export const linkParameters: readonly string[] = ${JSON.stringify([...linkParameters])};

${astToString(ast.filter(isUsed))}`;
  return format(text, { ...(await resolveConfig(apiTypesFile)), parser: "typescript" });
}

/** Keeps what the client uses of operations. @param {Record<string, Record<string, any>>} paths */
function mapOperations(paths) {
  const sorted = Object.entries(paths).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const entries = sorted.map(([path, item]) => {
    const operations = methods
      .filter((method) => item[method])
      .map((method) => [method, toCall(item[method])]);
    return [path, Object.fromEntries(operations)];
  });
  return Object.fromEntries(entries);
}

/** @param {any} operation */
function toCall({ summary, parameters = [], requestBody, responses }) {
  const successes = Object.entries(responses).filter(([status]) => Number(status) < 300);
  return simplify({
    summary,
    parameters: parameters.filter((/** @type {{ in: string }} */ parameter) => parameter.in !== "header"),
    requestBody,
    responses: Object.fromEntries(
      successes.map(([status, { description, content }]) => [status, { description, content }]),
    ),
  });
}

/** @param {object} values @param {(value: any) => any} map */
function mapValues(values, map) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

/**
 * Removes titles and examples, and lets objects without properties have any. @param {any} node @returns {any}
 */
function simplify(node) {
  if (Array.isArray(node)) return node.map(simplify);
  if (typeof node !== "object" || node === null) return node;
  const kept = Object.entries(node).filter(
    ([name, value]) => !/^examples?$/.test(name) && (name !== "title" || typeof value !== "string"),
  );
  const copy = Object.fromEntries(
    kept.map(([name, value]) => [name, name === "properties" ? mapValues(value, simplify) : simplify(value)]),
  );
  const isOpen =
    copy.type === "object" && !copy.patternProperties && Object.keys(copy.properties ?? {}).length === 0;
  return isOpen ? { additionalProperties: true, ...copy, properties: undefined } : copy;
}
