import { AppError, errorCodes, type ErrorCode } from "@placard/contracts";
import Type, { type Static, type TSchema } from "typebox";
import { failureSchema } from "../http/envelope.ts";
import { describeAccess } from "../http/access.ts";
import type { Route } from "../http/route.ts";
import type { Operation, Success } from "./operation.ts";
import type { ResponseObject, Schema } from "./types.ts";

const anyFailure: TSchema = failureSchema;
const text: Schema = { type: "string" };

/** All error codes that an operation can respond with: those of the server, its access class, its body and its handler. */
function errorsOf({ errors = [] }: Operation, { access, body }: Route): ErrorCode[] {
  const ofRow = [...describeAccess(access).errors, ...(body?.errors ?? [])];
  const found = new Set<ErrorCode>(["bad_request", "internal_error", ...ofRow, ...errors]);
  return (Object.keys(errorCodes) as ErrorCode[]).filter((code) => found.has(code));
}

/** The responses of an operation: successes, then errors by status. */
export function responsesOf(operation: Operation, row: Route): Record<string, ResponseObject> {
  const { headers } = describeAccess(row.access);
  const successes = Object.entries(operation.responses).map(([status, response]) => [
    status,
    success(response, headers),
  ]);
  const codes = errorsOf(operation, row);
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

function success(
  { description, data, example, headers = {}, content }: Success,
  headersOfAccess: Readonly<Record<string, string>>,
) {
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
  return {
    description,
    headers: headersOf({ ...headers, ...headersOfAccess }),
    ...((json ?? other) && { content: json ?? other }),
  };
}

function failure(status: number, codes: readonly ErrorCode[]): ResponseObject {
  const hasRetryAfter = status === 429 || status === 503;
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    headers: headersOf({
      ...(hasRetryAfter && { "Retry-After": "seconds to wait before a retry" }),
      ...(codes.includes("unauthorized") && { "WWW-Authenticate": "`Bearer`" }),
      ...(codes.includes("insufficient_scope") && {
        "WWW-Authenticate": 'the missing scope: `Bearer error="insufficient_scope", scope="images:write"`',
      }),
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

function headersOf(headers: Readonly<Record<string, string>>) {
  const all = { ...headers, "X-Request-Id": "identifies the request in the logs" };
  return Object.fromEntries(
    Object.entries(all).map(([name, description]) => [name, { description, schema: text }]),
  );
}

/** An example of each error, by its code. */
export const errorExamples = Object.fromEntries(
  (Object.keys(errorCodes) as ErrorCode[]).map((code) => [code, { value: failureExample(code) }]),
);

function failureExample(code: ErrorCode): Static<typeof failureSchema> {
  const details = [{ path: "/options/width", message: "must be at least 200; this is 100" }];
  const { message } = new AppError(code, code === "validation_failed" ? { details } : {});
  const requestId = "0b6c2f0e-5a1d-4c3b-9e8f-7a6b5c4d3e2f";
  const error = { code, message, ...(code === "validation_failed" && { details }), requestId };
  return { success: false, data: {}, error };
}
