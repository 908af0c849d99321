import Type from "typebox";
import type { Feature } from "../feature.ts";
import type { Access } from "../http/access.ts";
import type { Route } from "../http/route.ts";
import { exampleOf } from "./example.ts";
import { requiredInQuery, tags, type Operation, type Tag } from "./operation.ts";
import { errorExamples, responsesOf } from "./responses.ts";
import type { OpenApi, OperationObject, Schema } from "./types.ts";
import { payloadSchema, webhookEvents } from "../webhooks/webhook-events.ts";

/** The version of the API. */
const version = "1.0.0";

const apiDescription = `Open Graph images behind URLs that never break.

Every JSON response is an envelope: \`{"success": true, "data": …}\`, or \`{"success": false, "data": {}, "error": …}\` with a stable \`code\`. To find a request in the logs, send your own \`X-Request-Id\` (letters, digits and \`_ . : -\`). Every path that accepts GET also accepts HEAD. Other methods return 405 \`method_not_allowed\` with an \`Allow\` header; unknown paths return 404 \`not_found\`.`;

/** Creates the OpenAPI 3.1 document of the route tables of features. Express serves the same tables. */
export function describeFeatures(features: readonly Feature[], publicUrl: string): OpenApi {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const { tag, routes } of features) {
    for (const row of routes) {
      const { operation, method, path } = row;
      if (operation === "page" || !tag) continue;
      const documentedPath = operation.path ?? path.replace(/:(\w+)/g, "{$1}");
      paths[documentedPath] = { ...paths[documentedPath], [method]: operationObject(row, operation, tag) };
    }
  }
  const { value, schemas } = nameSchemas({ paths, webhooks: describeWebhooks() });
  return {
    openapi: "3.1.1",
    info: {
      title: "Placard",
      version,
      description: apiDescription,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, tagDescription]) => ({ name, description: tagDescription })),
    ...value,
    components: {
      schemas,
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
          description:
            "The session token that a login or registration returns. With `Placard-Session: cookie`, it sets a cookie instead, which pages of this service can use",
        },
      },
    },
  };
}

const fileSchema = { type: "string", format: "binary" } as const;

function operationObject(row: Route, operation: Operation, tag: Tag): OperationObject {
  const { id, summary, description: text, body, hasFile = false } = operation;
  const parameters = parametersOf(operation);
  const { examples = body && { example: exampleOf(body) } } = operation;
  const named = Object.entries(examples ?? {}).map(([name, value]) => [name, { value }]);
  const content = {
    ...(body && { "application/json": { schema: body, examples: Object.fromEntries(named) } }),
    ...(hasFile && { "application/octet-stream": { schema: fileSchema } }),
  };
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(text !== undefined && { description: text }),
    security: securityOf(row.access),
    "x-access": row.access,
    ...(parameters.length > 0 && { parameters }),
    ...((body ?? hasFile) && { requestBody: { required: true, content } }),
    responses: responsesOf(operation, row),
  };
}

/** The alternatives of a credential. OpenAPI permits scopes for every type of security scheme. */
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

/** The parameters of the path, the header fields, and the members of the query. */
function parametersOf({ parameters = [], query }: Operation): NonNullable<OperationObject["parameters"]> {
  const { properties = {} } = (query ?? {}) as Schema;
  const required = query ? requiredInQuery(query) : [];
  return [
    ...parameters.map(({ schema, ...rest }) => ({
      ...rest,
      required: rest.in === "path",
      schema: schema as Schema,
    })),
    ...Object.entries(properties).map(([name, { description = "", examples = [], ...schema }]) => ({
      in: "query",
      name,
      description,
      required: required.includes(name),
      schema,
      ...(examples.length > 0 && { example: examples[0] }),
    })),
  ];
}

/** The members of a document whose values are data, not schemas. */
const dataMembers = new Set(["example", "examples", "const", "default"]);

/**
 * Copies a value, and replaces every schema with a `title` by a reference to `components.schemas`. Throws if
 * two different schemas have the same title.
 */
function nameSchemas<T>(value: T): { value: T; schemas: Record<string, Schema> } {
  const named = new Map<string, Schema>();

  function copy(node: unknown): unknown {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== "object" || node === null) return node;
    const copied: Record<string, unknown> = Object.fromEntries(
      Object.entries(node).map(([name, entry]) => [name, dataMembers.has(name) ? entry : copy(entry)]),
    );
    const { title } = copied;
    if (typeof title !== "string" || !("type" in copied || "anyOf" in copied)) return copied;
    const other = named.get(title);
    if (other && JSON.stringify(other) !== JSON.stringify(copied))
      throw new Error(`two different schemas have the title ${title}`);
    named.set(title, copied);
    return { $ref: `#/components/schemas/${title}` };
  }

  const copied = copy(value) as T;
  const byTitle = [...named].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { value: copied, schemas: Object.fromEntries(byTitle) };
}

/** The headers of Standard Webhooks, "Webhook headers". */
const headers = {
  "webhook-id":
    "The ID of the event: the same for each retry and redelivery. Ignore an ID that you have processed.",
  "webhook-timestamp": "When the request was sent: seconds since 1970-01-01 UTC",
  "webhook-signature": "Signatures, separated by spaces: `v1,` and an HMAC-SHA256 in base64",
};

/** The requests that the server sends to webhooks (OpenAPI 3.1, "OpenAPI Object", `webhooks`). */
function describeWebhooks(): OpenApi["webhooks"] {
  const types = Object.keys(webhookEvents) as (keyof typeof webhookEvents)[];
  return Object.fromEntries(types.map((type) => [type, { post: describe(type) }]));
}

function describe(type: keyof typeof webhookEvents): OperationObject {
  const { summary, description } = webhookEvents[type];
  const schema: Schema = payloadSchema(type);
  return {
    operationId: `on${toPascalCase(type)}`,
    tags: ["webhooks"],
    summary,
    description,
    security: [],
    parameters: Object.entries(headers).map(([name, text]) => ({
      in: "header",
      name,
      description: text,
      required: true,
      schema: Type.String() as Schema,
    })),
    requestBody: {
      required: true,
      content: {
        "application/json": {
          schema,
          examples: { event: { value: exampleOf(schema) } },
        },
      },
    },
    responses: {
      "2XX": {
        description: "The event was received. Any other response, or none within 15 s, is a failure.",
      },
      410: { description: "The webhook is disabled, and is not called again." },
    },
  };
}

function toPascalCase(type: string): string {
  return type.replaceAll(/(?:^|\.)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}
