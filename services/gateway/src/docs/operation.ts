import type { ErrorCode } from "@placard/contracts";
import type { TSchema } from "typebox";

/** The groups of operations in the API reference, in this order. */
export const tags = {
  images: "Request, follow and delete images",
  links: "Image links and signed links",
  accounts: "Sign up and sign in with passkeys",
  keys: "API keys and signing keys",
  service: "Health and API description",
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
  /** The schema of the envelope's `data`, with an example. */
  data?: TSchema;
  example?: unknown;
  /** Response header fields by name, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
  /** Media types and schemas of a body that is not the envelope. */
  content?: Readonly<Record<string, TSchema>>;
}

/**
 * What the API description says about an operation. It is declared beside the handler, from the schemas that validate.
 * Credentials, and the errors of middleware, come from the route's middleware and are not repeated here.
 */
export interface Operation {
  /** Unique; client generators use it. */
  id: string;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  /** The path as documented, where Express's path says less. */
  path?: string;
  parameters?: readonly Parameter[];
  body?: { schema: TSchema; examples: Readonly<Record<string, unknown>> };
  /** Successful responses by HTTP status. */
  responses: Readonly<Record<number, Success>>;
  /** Error codes of the handler itself. */
  errors?: readonly ErrorCode[];
}
