import type { ErrorCode } from "@placard/contracts";
import Type, { type TObject, type TSchema } from "typebox";
import { emptyData } from "../http/envelope.ts";

/** The groups of operations in the API reference, in this order. */
export const tags = {
  images: "Images and jobs",
  links: "Image links and signed links",
  templates: "Templates",
  brands: "Brands and assets",
  sites: "Sites and the images of their pages",
  keys: "API keys and signing keys",
  webhooks: "Webhooks",
  accounts: "Sign-in, passkeys and sessions",
  account: "Account",
  service: "Health checks and API description",
} as const;

/** The name of a group. */
export type Tag = keyof typeof tags;

/** One parameter of a path or a request header. */
export interface Parameter {
  in: "path" | "header";
  name: string;
  description: string;
  schema: TSchema;
  example?: string | number;
}

/** A parameter of a path, a string by default. */
export function pathParameter(name: string, description: string, schema: TSchema = Type.String()): Parameter {
  return { in: "path", name, description, schema };
}

/** One successful response. */
export interface Success<Data extends TSchema = TSchema> {
  description: string;
  /** The schema of the envelope's `data`. */
  data?: Data;
  /** Response header fields by name, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
  /** Media types and schemas of a body that is not the envelope. */
  content?: Readonly<Record<string, TSchema>>;
}

/** The parameters of a query that a request must have: those without a default that are not optional. */
export function requiredInQuery(query: TObject): string[] {
  const properties: Readonly<Record<string, { default?: unknown }>> = query.properties;
  return (query.required ?? []).filter((name) => properties[name]?.default === undefined);
}

export function jsonResponse<Data extends TSchema>(
  description: string,
  data: Data,
  headers?: Success["headers"],
): Success<Data> {
  return { description, data, ...(headers && { headers }) };
}

export function emptyResponse(description: string): Success<typeof emptyData> {
  return { description, data: emptyData };
}

/**
 * The API description of an operation, declared next to its handler with the schemas that validate.
 * Credentials and their errors are derived from the access class of its row.
 */
export interface Operation {
  /** Unique: client generators derive method names from it. */
  id: string;
  summary: string;
  description?: string;
  /** The documented path, if Express's path is less specific. */
  path?: string;
  parameters?: readonly Parameter[];
  /** The schema of the parameters of the query. */
  query?: TObject;
  /** The schema of a body in JSON. */
  body?: TSchema;
  /** Examples of the body, by name. By default, there is one from the examples of the schema. */
  examples?: Readonly<Record<string, unknown>>;
  /** Whether the body is the bytes of a file. */
  hasFile?: boolean;
  /** Successful responses by HTTP status. */
  responses: Readonly<Record<number, Success>>;
  /** Set if the operation is a tool of the MCP server: whether it only reads. */
  tool?: "reads" | "writes";
  /** Error codes of the handler itself. */
  errors?: readonly ErrorCode[];
}
