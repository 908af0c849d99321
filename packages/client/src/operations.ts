import type { paths } from "./api.generated.ts";

/** The methods of the API's operations. */
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have an operation with a method. */
export type PathWith<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends object ? P : never;
}[keyof paths];

/** The `data` of an operation's response. */
export type DataOfOperation<Operation> = Operation extends { responses: infer Responses }
  ? EnvelopeData<Responses[200 extends keyof Responses ? 200 : keyof Responses]>
  : never;

type EnvelopeData<Response> = Response extends { content: { "application/json": { data: infer Data } } }
  ? Data
  : never;

/** The parts of a request that depend on its operation: all that it needs, and the query that it can have. */
export type Parts<Operation> = ParamsOf<Operation> & QueryOf<Operation> & BodyOf<Operation>;

type ParamsOf<Operation> = Operation extends { parameters: { path: infer Params } }
  ? { params: Params }
  : { params?: never };

type QueryOf<Operation> = Operation extends { parameters: { query?: infer Query } }
  ? { query?: Input<Query> | undefined }
  : { query?: never };

type BodyOf<Operation> = Operation extends { requestBody: { content: { "application/json": infer Body } } }
  ? { body: Input<Body> }
  : { body?: never };

/** What a caller can pass for a type of the API: undefined members, read-only lists, interfaces. */
export type Input<T> = T extends readonly (infer Item)[]
  ? readonly Input<Item>[]
  : T extends object
    ? unknown extends T[keyof T]
      ? object
      : { [Name in keyof T]: object extends Pick<T, Name> ? Input<T[Name]> | undefined : Input<T[Name]> }
    : T;
