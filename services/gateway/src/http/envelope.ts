import { errorCodes, type AppError, type ErrorCode, exactObject } from "@placard/contracts";
import type { Response } from "express";
import Type, { type Static } from "typebox";

/** The members of `error`. */
const errorFields = {
  code: Type.Unsafe<ErrorCode>({ type: "string", enum: Object.keys(errorCodes), description: "stable" }),
  message: Type.String({ description: "human-readable: what failed, and how to fix it" }),
  details: Type.Optional(
    Type.Array(
      exactObject({
        path: Type.String({ description: "JSON pointer" }),
        message: Type.String(),
        line: Type.Optional(Type.Integer({ minimum: 1, description: "in the source of a template" })),
        column: Type.Optional(Type.Integer({ minimum: 1 })),
        suggestion: Type.Optional(Type.String({ description: "what to write instead" })),
      }),
      { description: "only with `validation_failed`: the invalid fields" },
    ),
  ),
  requestId: Type.String({ description: "identifies the request in the logs" }),
};

/** The schema of `error`. */
export const errorSchema = exactObject(errorFields, { title: "Error" });

/** The schema of an empty `data`. */
export const emptyData = exactObject({});

/** The schema of an error response. */
export const failureSchema = exactObject(
  { success: Type.Literal(false), data: emptyData, error: errorSchema },
  { title: "Failure" },
);

/** Sends `data` in the success envelope. Callers name the type of `data`, from the operation's schema. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it makes callers name the type
export function sendData<Data extends object = never>(
  res: Response,
  data: NoInfer<Data>,
  status = 200,
): void {
  sendJson(res, status, { success: true, data });
}

export function failureEnvelope(
  { code, message, details }: AppError,
  requestId: string,
): Static<typeof failureSchema> {
  const error = { code, message, ...(details && { details: [...details] }), requestId };
  return { success: false, data: {}, error };
}

/**
 * Sends JSON that caches must not store, unless the handler has set `Cache-Control`. Not with Express's
 * `send`, which would hash the body for an unused ETag.
 */
export function sendJson(res: Response, status: number, body: object): void {
  const json = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(json));
  if (!res.hasHeader("Cache-Control")) res.setHeader("Cache-Control", "no-store");
  res.end(json);
}
