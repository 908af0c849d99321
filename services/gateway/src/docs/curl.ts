import type { OpenApi, OperationObject } from "./types.ts";

interface Example {
  path: string;
  method: string;
  operation: OperationObject;
  document: OpenApi;
}

const credentials: Record<string, string> = { apiKey: "$PLACARD_KEY", session: "$PLACARD_TOKEN" };
const samples: Record<string, string> = {
  template: "blog",
  format: "png",
  imageId: "<image ID>",
  id: "<ID>",
};

/** A curl command, for a POSIX shell, that calls an operation with its first example. */
export function curlOf({ path, method, operation, document }: Example): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_all, name: string) => samples[name] ?? `<${name}>`);
  const query = (operation.parameters ?? []).flatMap(({ in: where, name, required }) =>
    where === "query" && required === true ? [`${name}=<${name}>`] : [],
  );
  const url = `${document.servers[0]?.url ?? ""}${filledPath}${query.length > 0 ? `?title=Hello&${query.join("&")}` : ""}`;
  const credential = operation.security.flatMap((requirement) => Object.keys(requirement))[0];
  const [example] = Object.values(operation.requestBody?.content["application/json"]?.examples ?? {});
  const hasFile = operation.requestBody?.content["application/octet-stream"] !== undefined;
  return [
    `curl ${method === "get" || (method === "post" && (example || hasFile)) ? "" : `-X ${method.toUpperCase()} `}${quote(url)}`,
    credential !== undefined && `-H "Authorization: Bearer ${credentials[credential]}"`,
    example && '-H "Content-Type: application/json"',
    example && "value" in example && `-d ${quote(toJson(example.value))}`,
    hasFile && "--data-binary @logo.svg",
  ]
    .filter((part) => typeof part === "string")
    .join(" \\\n  ");
}

/** JSON on one line if it is short. */
function toJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= 40 ? line : JSON.stringify(value, null, 2);
}

/** Quotes a text unless it has only characters without a meaning for shells. */
function quote(text: string): string {
  if (/^[\w/:.@-]+$/.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
