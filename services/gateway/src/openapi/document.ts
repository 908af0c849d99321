import type { Routes } from "../routes/routes.ts";
import { hoistSchemas } from "./hoist.ts";
import { page, tags, type Auth, type Operation, type Parameter } from "./operation.ts";
import { errorExamples, responsesOf } from "./responses.ts";
import type { OpenApi, OperationObject, Schema } from "./types.ts";

/** The version of the API that paths begin with. */
const version = "1.0.0";

const security: Record<Auth, OperationObject["security"]> = {
  apiKey: [{ apiKey: [] }],
  session: [{ session: [] }],
  sessionIfAny: [{}, { session: [] }],
  none: [],
};

const description = `Open Graph images behind URLs that never break.

Every JSON answer is an envelope: \`{"success": true, "data": …}\`, or \`{"success": false, "data": {}, "error": …}\` with a \`code\` that is stable. Send an \`X-Request-Id\` of your own (letters, digits, \`_ . : -\`) to find a request again in the logs. Where a path takes GET it takes HEAD too; another method is 405 \`method_not_allowed\` with \`Allow\`, another path 404 \`not_found\`.`;

/** The OpenAPI 3.1 document of routes: made from what Express serves, so that neither has what the other lacks. */
export function describeRoutes(routes: Routes, publicUrl: string): OpenApi {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const [path, methods] of Object.entries(routes)) {
    for (const [method, { about }] of Object.entries(methods)) {
      if (about === page) continue;
      const documented = about.path ?? path.replace(/:(\w+)/g, "{$1}");
      paths[documented] = { ...paths[documented], [method]: operationObject(about) };
    }
  }
  const { value, schemas } = hoistSchemas(paths);
  return {
    openapi: "3.1.1",
    info: { title: "Placard", version, description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths: value,
    components: {
      schemas: schemas as Record<string, Schema>,
      examples: errorExamples,
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key: `plk_` and 36 characters" },
        session: { type: "http", scheme: "bearer", description: "The token that a sign-in answers with" },
      },
    },
  };
}

function operationObject(operation: Operation): OperationObject {
  const { id, tag, summary, auth, parameters, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(operation.description !== undefined && { description: operation.description }),
    security: security[auth],
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
    responses: responsesOf(operation),
  };
}

function parameterObject({ required, schema, ...told }: Parameter) {
  return { ...told, required: required ?? told.in === "path", schema: schema as Schema };
}
