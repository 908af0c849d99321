import { invalidField } from "@placard/contracts";
import type { TSchema } from "typebox";
import { requiredInQuery, type Operation } from "../docs/operation.ts";
import type { OperationInput, Route } from "../http/route.ts";

/** A tool in the form of the specification. */
export interface Tool {
  name: string;
  title: string;
  description: string;
  /** The path parameters, the query parameters and the members of the body, as one object. */
  inputSchema: { type: "object"; properties: Record<string, object>; required: string[] };
  annotations: { readOnlyHint: boolean; destructiveHint: boolean; idempotentHint: boolean };
}

/** A tool of the MCP server, which is an operation of the API. */
export interface OperationTool extends Pick<Route, "access" | "body"> {
  tool: Tool;
  call: NonNullable<Route["call"]>;
  toInput: (input: Readonly<Record<string, unknown>>) => Pick<OperationInput, "params" | "query" | "body">;
}

/** The tools among the routes of the API. */
export function listTools(routes: readonly Route[]): OperationTool[] {
  return routes.flatMap(({ path, access, body, operation, call }) =>
    operation === "page" || !operation.tool || !call
      ? []
      : [{ access, body, call, ...describeTool(path, operation) }],
  );
}

function describeTool(path: string, operation: Operation): Pick<OperationTool, "tool" | "toInput"> {
  const { id, summary, description = "", body, query } = operation;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);
  const queryProperties: Record<string, object> = query?.properties ?? {};
  const inQuery = Object.keys(queryProperties);
  const bodySchema = body && generalSchema(body);
  return {
    tool: {
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
    },
    toInput(input) {
      const pick = (names: readonly string[]) =>
        Object.fromEntries(
          names.flatMap((name) => (Object.hasOwn(input, name) ? [[name, toText(input[name])]] : [])),
        );
      for (const name of inPath)
        if (!Object.hasOwn(input, name)) throw invalidField(`/${name}`, "is required");
      const outsideBody = new Set([...inPath, ...inQuery]);
      return {
        params: pick(inPath) as OperationInput["params"],
        query: pick(inQuery),
        body: Object.fromEntries(Object.entries(input).filter(([name]) => !outsideBody.has(name))),
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
