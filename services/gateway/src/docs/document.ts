import type { Access } from "../http/access.ts";
import type { Route } from "../http/route.ts";
import { hoistSchemas } from "./hoist.ts";
import { tags, type Operation, type Parameter } from "./operation.ts";
import { errorExamples, responsesOf } from "./responses.ts";
import type { OpenApi, OperationObject, Schema } from "./types.ts";
import { describeWebhooks } from "./webhook-operations.ts";

/** The version of the API. */
const version = "1.0.0";

/** The alternatives of a credential. OpenAPI allows scopes in requirements of every type of security scheme. */
function securityOf({ credential, scope }: Access): OperationObject["security"] {
  const apiKey = { apiKey: scope === undefined ? [] : [scope] };
  const session = { session: [] };
  const alternatives: Record<Access["credential"], OperationObject["security"]> = {
    none: [],
    signature: [],
    apiKey: [apiKey],
    session: [session],
    sessionOrApiKey: [session, apiKey],
    optionalSession: [{}, session],
  };
  return alternatives[credential];
}

const description = `Open Graph images behind URLs that never break.

Every JSON response is an envelope: \`{"success": true, "data": …}\`, or \`{"success": false, "data": {}, "error": …}\` with a stable \`code\`. To find a request in the logs, send your own \`X-Request-Id\` (letters, digits and \`_ . : -\`). Every path that accepts GET also accepts HEAD. Other methods return 405 \`method_not_allowed\` with an \`Allow\` header; unknown paths return 404 \`not_found\`.`;

/** Creates the OpenAPI 3.1 document of a route table. Express serves the same table, so the two can't differ. */
export function describeRoutes(routes: readonly Route[], publicUrl: string): OpenApi {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const row of routes) {
    const { operation, method, path } = row;
    if (operation === "page") continue;
    const documentedPath = operation.path ?? path.replace(/:(\w+)/g, "{$1}");
    paths[documentedPath] = { ...paths[documentedPath], [method]: operationObject(row, operation) };
  }
  const { value, schemas } = hoistSchemas({ paths, webhooks: describeWebhooks() });
  return {
    openapi: "3.1.1",
    info: { title: "Placard", version, description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, tagDescription]) => ({ name, description: tagDescription })),
    ...value,
    components: {
      schemas: schemas as Record<string, Schema>,
      examples: errorExamples,
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description:
            "An API key: `plk_` followed by 36 characters. It needs the scopes that an operation lists.",
        },
        session: {
          type: "http",
          scheme: "bearer",
          description: "The session token that a login or registration returns",
        },
      },
    },
  };
}

const fileSchema = { type: "string", format: "binary" } as const;

function operationObject(row: Route, operation: Operation): OperationObject {
  const { id, tag, summary, parameters, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: securityOf(row.access),
    "x-access": row.access,
    ...(parameters && { parameters: parameters.map(parameterObject) }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: body.schema,
            examples: Object.fromEntries(
              Object.entries(body.examples).map(([name, value]) => [name, { value }]),
            ),
          },
        },
      },
    }),
    ...(operation.hasFile === true && {
      requestBody: { required: true, content: { "application/octet-stream": { schema: fileSchema } } },
    }),
    responses: responsesOf(operation, row),
  };
}

function parameterObject({ required, schema, ...rest }: Parameter) {
  return { ...rest, required: required ?? rest.in === "path", schema: schema as Schema };
}
