import type { ListedOperation } from "./site.ts";

const credentials: Record<string, string> = { apiKey: "$PLACARD_KEY", session: "$PLACARD_TOKEN" };
const samples: Record<string, string> = {
  template: "blog",
  format: "png",
  imageId: "<image ID>",
  id: "<ID>",
};

/** A curl command, for a POSIX shell, that calls an operation with its first example. */
export function curlOf(operation: ListedOperation, baseUrl: string): string {
  const { path, method, parameters = [], security, requestBody } = operation;
  const filledPath = path.replace(/\{(\w+)\}/g, (_all, name: string) => samples[name] ?? `<${name}>`);
  const query = parameters.flatMap(({ in: where, name, required }) =>
    where === "query" && required === true ? [`${name}=<${name}>`] : [],
  );
  const url = `${baseUrl}${filledPath}${query.length > 0 ? `?title=Hello&${query.join("&")}` : ""}`;
  const credential = security.flatMap((requirement) => Object.keys(requirement))[0];
  const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {});
  const hasFile = requestBody?.content["application/octet-stream"] !== undefined;
  const isDefault = method === "get" || (method === "post" && (example !== undefined || hasFile));
  return [
    `curl ${isDefault ? "" : `-X ${method.toUpperCase()} `}${quote(url)}`,
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
  return /^[\w/:.@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
