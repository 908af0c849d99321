import type { TSchema } from "typebox";
import { requiredInQuery, type Operation } from "../docs/operation.ts";
import type { Method, Route } from "../http/route.ts";

/** A tool of the MCP server: an operation of the API, in the form of the specification's `Tool`. */
export interface OperationTool {
  name: string;
  title: string;
  description: string;
  /** The path parameters, the query parameters and the members of the body, as one object. */
  inputSchema: { type: "object"; properties: Record<string, object>; required: string[] };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
  /** The request that a call of the tool is. */
  toRequest: (input: Readonly<Record<string, unknown>>) => OperationRequest;
}

/** A request to the API. */
export interface OperationRequest {
  method: string;
  /** With the query. */
  path: string;
  /** Undefined for GET. */
  body: Readonly<Record<string, unknown>> | undefined;
}

/** The tools among the routes of the API. */
export function listTools(routes: readonly Route[]): OperationTool[] {
  return routes.flatMap(({ method, path, operation }) =>
    operation === "page" || !operation.tool ? [] : [toTool(method, path, operation)],
  );
}

function toTool(method: Method, path: string, operation: Operation): OperationTool {
  const { id, summary, description = "", body, query } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const queryProperties: Record<string, object> = query?.properties ?? {};
  const inQuery = Object.keys(queryProperties);
  const bodySchema = body && generalSchema(body);
  return {
    name: id,
    title: summary,
    description: `${summary}. ${description}`.trim(),
    inputSchema: {
      type: "object",
      properties: {
        ...Object.fromEntries(
          inPath.map((name) => [name, { type: "string", description: "the template ID" }]),
        ),
        ...queryProperties,
        ...bodySchema?.properties,
      },
      required: [...inPath, ...(query ? requiredInQuery(query) : []), ...(bodySchema?.required ?? [])],
    },
    annotations: {
      readOnlyHint: operation.tool === "reads",
      destructiveHint: false,
      idempotentHint: id !== "createTemplate",
    },
    toRequest(input) {
      const search = new URLSearchParams(
        inQuery.flatMap((name) =>
          input[name] === undefined ? [] : [[name, toText(input[name])] as [string, string]],
        ),
      );
      const outsideBody = new Set([...inPath, ...inQuery]);
      return {
        method: method.toUpperCase(),
        path:
          path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(toText(input[name] ?? ""))) +
          (search.size > 0 ? `?${search.toString()}` : ""),
        body: body && Object.fromEntries(Object.entries(input).filter(([name]) => !outsideBody.has(name))),
      };
    },
  };
}

/** A parameter as it is in a URL. The operation rejects what is not a text or a number. */
function toText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

type ObjectSchema = TSchema & { properties?: Record<string, object>; required?: string[] };

/** The schema of an object. Of alternatives, the last one is for all templates. */
function generalSchema(schema: TSchema & { anyOf?: ObjectSchema[] }): ObjectSchema {
  return schema.anyOf?.at(-1) ?? schema;
}
