import type { ErrorCode } from "@placard/contracts";
import type { TSchema } from "typebox";

/** The groups that the reference lists operations in, in this order. */
export const tags = {
  images: "Ask for images, follow them, remove them",
  links: "Images behind links: those given out, and those you sign yourself",
  accounts: "Sign up and in with passkeys",
  keys: "API keys and the keys that sign links",
  service: "How the service is, and what it offers",
} as const;

/** What a request proves, if it has to: an API key, a session, or a session where one is to be added to. */
export type Auth = "apiKey" | "session" | "sessionIfAny" | "none";

/** One parameter of a path, a query or the header. */
export interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  description: string;
  schema: TSchema;
  example?: string | number;
  /** Path parameters always are. */
  required?: boolean;
}

/** One kind of success. */
export interface Success {
  description: string;
  /** The schema of the envelope's `data`, and an example of it. */
  data?: TSchema;
  example?: unknown;
  /** Header fields by name: what they say. */
  headers?: Readonly<Record<string, string>>;
  /** Another body than the envelope: its media types. */
  content?: Readonly<Record<string, TSchema>>;
}

/**
 * What the API's description says of an operation: told beside its handler, from the schemas that validate. Errors that
 * follow from `auth`, `limited` and `body` are not listed again.
 */
export interface Operation {
  /** Unique; clients are generated with it. */
  id: string;
  tag: keyof typeof tags;
  summary: string;
  description?: string;
  /** The path as described, where Express's own says less. */
  path?: string;
  auth: Auth;
  /** Whether it is rate-limited without an API key. */
  limited?: boolean;
  parameters?: readonly Parameter[];
  body?: { schema: TSchema; examples: Readonly<Record<string, unknown>> };
  /** By HTTP status. */
  answers: Readonly<Record<number, Success>>;
  errors?: readonly ErrorCode[];
}

/** In place of an Operation: something for browsers that is no part of the API. */
export const page = "page";
