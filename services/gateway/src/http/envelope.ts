import { errorCodes, type AppError, type ErrorCode } from "@placard/contracts";
import type { Response } from "express";
import Type, { type Static } from "typebox";

const exact = { additionalProperties: false };

/** The `error` of a failure. */
const errorFields = {
  code: Type.Unsafe<ErrorCode>({ type: "string", enum: Object.keys(errorCodes), description: "stable" }),
  message: Type.String({ description: "for a person; says how to mend it" }),
  details: Type.Optional(
    Type.Array(
      Type.Object({ path: Type.String({ description: "JSON pointer" }), message: Type.String() }, exact),
      { description: "only with `validation_failed`: every fault of the body" },
    ),
  ),
  requestId: Type.String({ description: "finds the request in the logs" }),
};

/** The `error` of every failure. */
export const errorSchema = Type.Object(errorFields, { ...exact, title: "Error" });

/** `data` where there is nothing to say. */
export const nothing = Type.Object({}, exact);

/** Every failure. */
export const failureSchema = Type.Object(
  { success: Type.Literal(false), data: nothing, error: errorSchema },
  { ...exact, title: "Failure" },
);

/** Answers with the success envelope around `data`, whose type (that of the operation's schema) has to be named. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is there to be named
export function sendData<Data extends object = never>(
  res: Response,
  data: NoInfer<Data>,
  status = 200,
): void {
  sendJson(res, status, { success: true, data });
}

/** The failure envelope of an error, as an object. */
export function failureEnvelope(
  { code, message, details }: AppError,
  requestId: string,
): Static<typeof failureSchema> {
  const told = { code, message, ...(details && { details: [...details] }), requestId };
  return { success: false, data: {}, error: told };
}

/**
 * Writes a JSON answer past Express's own `send`, which would hash it for an ETag that nobody asks for; as a string, which
 * Node sends in one piece with the head.
 */
export function sendJson(res: Response, status: number, body: object): void {
  const json = JSON.stringify(body);
  res.statusCode = status;
  res.setHeader("Content-Type", "application/json; charset=utf-8");
  res.setHeader("Content-Length", Buffer.byteLength(json));
  res.setHeader("Cache-Control", "no-store");
  res.end(json);
}
