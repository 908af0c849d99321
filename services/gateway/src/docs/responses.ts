import { AppError, errorCodes, type ErrorCode, exactObject } from "@placard/contracts";
import Type, { type TSchema } from "typebox";
import { failureEnvelope, failureSchema } from "../http/envelope.ts";
import { describeAccess } from "../http/access.ts";
import type { Route } from "../http/route.ts";
import { exampleOf } from "./example.ts";
import type { Operation, Success } from "./operation.ts";
import type { ResponseObject, Schema } from "./types.ts";

const anyFailure: TSchema = failureSchema;
const text: Schema = { type: "string" };
const allCodes = Object.keys(errorCodes) as ErrorCode[];

/** The responses of an operation: successes, then errors by status. */
export function responsesOf(operation: Operation, { access, body }: Route): Record<string, ResponseObject> {
  const { headers, errors } = describeAccess(access);
  const found = new Set<ErrorCode>([
    "bad_request",
    "internal_error",
    ...errors,
    ...(body ? [...body.errors, "overloaded" as const] : []),
    ...(operation.query ? (["validation_failed"] as const) : []),
    ...(operation.errors ?? []),
  ]);
  const responses: Record<string, ResponseObject> = {};
  for (const [status, response] of Object.entries(operation.responses))
    responses[status] = success(response, headers);
  const codes = allCodes.filter((code) => found.has(code));
  for (const { status } of codes.map((code) => errorCodes[code]))
    responses[status] = failure(
      status,
      codes.filter((code) => errorCodes[code].status === status),
    );
  return responses;
}

function success(
  { description, data, headers = {}, content }: Success,
  headersOfAccess: Readonly<Record<string, string>>,
): ResponseObject {
  const envelope = data && exactObject({ success: Type.Literal(true), data });
  const bodies = envelope
    ? {
        "application/json": {
          schema: envelope as Schema,
          examples: { success: { value: exampleOf(envelope) } },
        },
      }
    : content && Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]));
  return {
    description,
    headers: headersOf({ ...headers, ...headersOfAccess }),
    ...(bodies && { content: bodies }),
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
  allCodes.map((code) => {
    const details = [{ path: "/options/width", message: "must be at least 200; this is 100" }];
    const error = new AppError(code, code === "validation_failed" ? { details } : {});
    return [code, { value: failureEnvelope(error, "0b6c2f0e-5a1d-4c3b-9e8f-7a6b5c4d3e2f") }];
  }),
);
