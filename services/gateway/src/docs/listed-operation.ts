import type { OpenApi, OperationObject } from "./types.ts";

/** An operation with its place in the OpenAPI document. */
export interface ListedOperation {
  /** With parameters in braces, such as `/api/v1/keys/{id}`. */
  path: string;
  /** In lower case. */
  method: string;
  operation: OperationObject;
}

/** Operations with the same tag. */
export interface OperationGroup {
  /** The name of the tag. */
  name: string;
  /** The description of the tag. */
  title: string;
  operations: readonly ListedOperation[];
}

/** Lists the operations of a document by tag. */
export function groupOperations({ paths, tags }: OpenApi): OperationGroup[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  return tags.map(({ name, description }) => ({
    name,
    title: description,
    operations: all.filter(({ operation }) => operation.tags.includes(name)),
  }));
}
