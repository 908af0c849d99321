import type { ErrorCode } from "@placard/contracts";
import type { TSchema } from "typebox";

/** The groups of operations in the API reference, in this order. */
export const tags = {
  images: "Images and jobs",
  links: "Image links and signed links",
  templates: "Templates",
  brands: "Brands and assets",
  sites: "Sites",
  keys: "API keys and signing keys",
  webhooks: "Webhooks",
  accounts: "Sign-in, passkeys and sessions",
  account: "Account",
  service: "Health checks and API description",
} as const;

/** One parameter of a path, a query or a request header. */
export interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  description: string;
  schema: TSchema;
  example?: string | number;
  /** Path parameters are always required. */
  required?: boolean;
}

/** One successful response. */
export interface Success {
  description: string;
  /** The schema of the envelope's `data`; `example` is an example of it. */
  data?: TSchema;
  example?: unknown;
  /** Response header fields by name, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
  /** Media types and schemas of a body that is not the envelope. */
  content?: Readonly<Record<string, TSchema>>;
}

/**
 * The API description of an operation, declared next to its handler with the schemas that validate. Credentials and their
 * errors are derived from the access class of its row.
 */
export interface Operation {
  /** Unique: client generators derive method names from it. */
  id: string;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  /** The documented path, if Express's path is less specific. */
  path?: string;
  parameters?: readonly Parameter[];
  body?: { schema: TSchema; examples: Readonly<Record<string, unknown>> };
  /** Whether the body is the bytes of a file. */
  hasFile?: boolean;
  /** Successful responses by HTTP status. */
  responses: Readonly<Record<number, Success>>;
  /** Set if the operation is a tool of the MCP server: whether it only reads. */
  tool?: "reads" | "writes";
  /** Error codes of the handler itself. */
  errors?: readonly ErrorCode[];
}
