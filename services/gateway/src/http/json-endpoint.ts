import { compileValidator } from "@placard/contracts";
import type { Request, Response } from "express";
import type { Static, TObject, TProperties, TSchema } from "typebox";
import type { Operation, Success } from "../docs/operation.ts";
import { accountIdOf } from "./caller.ts";
import { emptyData, sendData } from "./envelope.ts";
import { validBody } from "./json-body.ts";
import { present, type Presentable } from "./present.ts";
import { compileQuery } from "./query.ts";
import type { Endpoint, OperationInput, PathParameters } from "./route.ts";

/** A request whose body and query fit the schemas of the operation. */
export interface JsonRequest<Body, Query> extends OperationInput<Body, Query> {
  /** The account that the request acts for. */
  owner: string;
}

/** An operation whose responses are envelopes, and the function that returns their `data`. */
interface JsonOperation<Body extends TSchema, Query extends TProperties, Data extends TSchema> extends Omit<
  Operation,
  "body" | "query" | "responses"
> {
  body?: Body;
  query?: TObject<Query>;
  /** The first status is sent, unless `handle` sets another one. */
  responses: Readonly<Record<number, Success<Data>>>;
  /** Normalizes a body before it is validated. */
  normalize?: (body: Readonly<Record<string, unknown>>) => unknown;
  /** Returns records with the members of the schema, and perhaps more, which are not sent. */
  handle: (
    request: JsonRequest<Static<Body>, Static<TObject<Query>>>,
  ) => Presentable<Static<Data>> | Promise<Presentable<Static<Data>>>;
}

/** Creates an endpoint from an operation: the schemas that describe it also validate its requests. */
export function jsonEndpoint<Body extends TSchema, Query extends TProperties, Data extends TSchema>({
  handle,
  normalize = (body) => body,
  ...operation
}: JsonOperation<Body, Query, Data>): Endpoint<Operation> {
  const { body, query, responses } = operation;
  const validate = body && compileValidator(body);
  const readQuery = query && compileQuery(query);
  const [first] = Object.values(responses);
  return dataEndpoint(operation, async (input) => {
    const data = await handle({
      ...input,
      body: (validate && validBody(validate, normalize(input.body))) as Static<Body>,
      query: readQuery?.(input.query) as Static<TObject<Query>>,
      owner: accountIdOf(input.res),
    });
    const { data: schema = emptyData } = (responses[input.res.statusCode] ?? first)!;
    return present(schema, data) as object;
  });
}

/** Creates an endpoint that sends what `call` returns, with the first status or the one that it sets. */
export function dataEndpoint(
  operation: Operation,
  call: (input: OperationInput) => object | Promise<object>,
) {
  const status = Number(Object.keys(operation.responses)[0]);
  return {
    operation,
    call,
    async handler(req: Request<PathParameters>, res: Response) {
      res.status(status);
      const { params, query, body } = req;
      sendData<object>(res, await call({ params, query, body, req, res }), res.statusCode);
    },
  };
}
