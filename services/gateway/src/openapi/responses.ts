import { errorCodes, type ErrorCode } from "@placard/contracts";
import Type, { type Static, type TSchema } from "typebox";
import { failureSchema } from "../envelope.ts";
import type { Auth, Operation, Success } from "./operation.ts";
import type { ResponseObject, Schema } from "./types.ts";

const anyFailure: TSchema = failureSchema;
const text: Schema = { type: "string" };
const byAuth: Record<Auth, readonly ErrorCode[]> = {
  apiKey: ["unauthorized", "rate_limited", "unavailable"],
  session: ["unauthorized", "unavailable"],
  sessionIfAny: ["unavailable"],
  none: [],
};
const ofBodies = [
  "invalid_json",
  "validation_failed",
  "payload_too_large",
  "unsupported_media_type",
] as const;
const ofLimits = ["rate_limited", "unavailable"] as const;

/** Every error code that an operation can answer with, its own and those that follow from what it is. */
function errorsOf({ auth, limited = false, body, errors = [] }: Operation): ErrorCode[] {
  const found = new Set<ErrorCode>(["bad_request", "internal_error", ...byAuth[auth], ...errors]);
  if (body) for (const code of ofBodies) found.add(code);
  if (limited) for (const code of ofLimits) found.add(code);
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => found.has(code));
}

/** The responses of an operation: its successes, then its errors by their statuses. */
export function responsesOf(operation: Operation): Record<string, ResponseObject> {
  const successes = Object.entries(operation.answers).map(([status, answer]) => [
    status,
    success(answer, operation.auth === "apiKey" || operation.limited === true),
  ]);
  const codes = errorsOf(operation);
  const statuses = [...new Set(codes.map((code) => errorCodes[code].status))];
  const failures = statuses.map((status) => [
    String(status),
    failure(
      status,
      codes.filter((code) => errorCodes[code].status === status),
    ),
  ]);
  return Object.fromEntries([...successes, ...failures]);
}

function success({ description, data, example, headers = {}, content }: Success, limited: boolean) {
  const envelope =
    data && Type.Object({ success: Type.Literal(true), data }, { additionalProperties: false });
  const json = envelope && {
    "application/json": {
      schema: envelope as Schema,
      examples: { success: { value: { success: true, data: example } } },
    },
  };
  const other =
    content && Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
  const limits = limited ? { RateLimit: "what is left of the limit, and until when" } : {};
  return {
    description,
    headers: headersOf({ ...headers, ...limits }),
    ...((json ?? other) && { content: json ?? other }),
  };
}

function failure(status: number, codes: readonly ErrorCode[]): ResponseObject {
  const waits = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    headers: headersOf({
      ...(waits && { "Retry-After": "seconds until a repeat makes sense" }),
      ...(codes.includes("unauthorized") && { "WWW-Authenticate": "`Bearer`" }),
    }),
    content: {
      "application/json": {
        schema: {
          allOf: [anyFailure, { properties: { error: { properties: { code: { enum: codes } } } } }],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
}

function headersOf(said: Readonly<Record<string, string>>) {
  const all = { ...said, "X-Request-Id": "finds the request in the logs" };
  return Object.fromEntries(
    Object.entries(all).map(([name, description]) => [name, { description, schema: text }]),
  );
}

/** An example of each error, by its code. */
export const errorExamples = Object.fromEntries(
  (Object.keys(errorCodes) as ErrorCode[]).map((code) => [code, { value: failureExample(code) }]),
);

function failureExample(code: ErrorCode): Static<typeof failureSchema> {
  const details = [{ path: "/options/width", message: "must be at least 200" }];
  const { message } = errorCodes[code];
  const requestId = "0b6c2f0e-5a1d-4c3b-9e8f-7a6b5c4d3e2f";
  const told = { code, message, ...(code === "validation_failed" && { details }), requestId };
  return { success: false, data: {}, error: told };
}
