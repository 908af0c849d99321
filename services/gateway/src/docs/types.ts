import type { AccessRules } from "../http/access.ts";

/** A JSON Schema in the document. */
export interface Schema {
  $ref?: string;
  title?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
  additionalProperties?: unknown;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
}

/** An example of a body. */
export interface Example {
  value: unknown;
}

/** A body: its schema and examples. */
export interface MediaType {
  schema: Schema;
  examples?: Readonly<Record<string, Example | { $ref: string }>>;
}

export interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, { description: string; schema: Schema }>>;
  content?: Readonly<Record<string, MediaType>>;
}

export interface OperationObject {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description?: string;
  /** The access class of its row. Absent for requests that this server sends. */
  "x-access"?: AccessRules;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly {
    in: string;
    name: string;
    description: string;
    required?: boolean;
    schema: Schema;
    example?: unknown;
  }[];
  requestBody?: { required: true; content: Readonly<Record<string, MediaType>> };
  responses: Readonly<Record<string, ResponseObject>>;
}

/** The part of OpenAPI 3.1 that the document uses. */
export interface OpenApi {
  openapi: "3.1.1";
  info: {
    title: string;
    version: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string }[];
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  /** Requests that this server sends, by the type of the event. */
  webhooks: Readonly<Record<string, Readonly<Record<string, OperationObject>>>>;
  components: {
    schemas: Readonly<Record<string, Schema>>;
    examples: Readonly<Record<string, Example>>;
    securitySchemes: Readonly<Record<string, { type: string; scheme: string; description: string }>>;
  };
}
