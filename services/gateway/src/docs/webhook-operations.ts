import Type from "typebox";
import { exampleOf } from "./example.ts";
import { payloadSchema, webhookEvents } from "../webhooks/webhook-events.ts";
import type { OpenApi, OperationObject, Schema } from "./types.ts";

/** The headers of Standard Webhooks, "Webhook headers". */
const headers = {
  "webhook-id":
    "The ID of the event: the same for each retry and redelivery. Ignore an ID that you have processed.",
  "webhook-timestamp": "When the request was sent: seconds since 1970-01-01 UTC",
  "webhook-signature": "Signatures, separated by spaces: `v1,` and an HMAC-SHA256 in base64",
};

/** The requests that the server sends to webhooks (OpenAPI 3.1, "OpenAPI Object", `webhooks`). */
export function describeWebhooks(): OpenApi["webhooks"] {
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
