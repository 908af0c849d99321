import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { OpenApi, OperationObject } from "../../dist/docs/types.js";

/** The document that has the table. */
export const accessDocument = fileURLToPath(new URL("../../../../docs/security.md", import.meta.url));

const [start, end] = ["<!-- access: npm run docs:access -->", "<!-- end of access -->"];

const credentials = {
  none: "none",
  signature: "signed link",
  optionalSession: "session, if any",
  session: "session",
  apiKey: "API key",
  sessionOrApiKey: "session or API key",
};
const limits = {
  none: "none",
  auth: "`RATE_LIMIT_AUTH`, by address",
  playground: "`RATE_LIMIT_PLAYGROUND`, by address",
  account: "`RATE_LIMIT_ACCOUNT` or `RATE_LIMIT_API`, by account",
  misses: "`RATE_LIMIT_NOT_FOUND`, by address, if not found",
  renders: "`RATE_LIMIT_API`, by account, for renders",
};

/** docs/security.md with the table of an OpenAPI document. */
export function updateAccessTable({ paths }: OpenApi): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} \`${path}\``, operation] as const,
    ),
  );
  const rows = operations.map(([name, operation]) => [name, ...cellsOf(operation)]);
  const table = formatTable([["operation", "credential", "also required", "limit"], ...rows]);
  const text = readFileSync(accessDocument, "utf8");
  const [before, after] = [text.indexOf(start), text.indexOf(end)];
  return `${text.slice(0, before)}${start}\n\n${table}\n\n${text.slice(after)}`;
}

function cellsOf({ "x-access": access }: OperationObject): string[] {
  const { credential, scope, isRecent, isVerified, limit, cost = 1 } = access!;
  const required = [
    ...(scope === undefined ? [] : [`scope \`${scope}\``]),
    ...(isRecent === true ? ["recent authentication"] : []),
    ...(isVerified === true ? ["verified email address"] : []),
  ];
  return [credentials[credential], required.join(", "), limits[limit] + (cost > 1 ? `, ${cost} each` : "")];
}

/** In the form that prettier gives tables. */
function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(" | ")} |`;
  const [head, ...body] = rows;
  return [line(head!), line(widths.map((width) => "-".repeat(width))), ...body.map(line)].join("\n");
}
