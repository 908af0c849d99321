import { code, table } from "./markdown.mjs";

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
  reviews: "`RATE_LIMIT_PAGES`, by address and by link",
  account: "`RATE_LIMIT_ACCOUNT` or `RATE_LIMIT_API`, by account",
  renders: "`RATE_LIMIT_API`, by account, for renders",
};

/**
 * Who may call the operations of an OpenAPI document, and which limit counts the request. Operations with the
 * same access share a row.
 */
export function accessTable({ paths }) {
  /** @type {Record<string, string[]>} the operations by the other cells of their row, in JSON */
  const rows = {};
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { "x-access": access }] of Object.entries(methods)) {
      const operations = (rows[JSON.stringify(cellsOf(access))] ??= []);
      operations.push(`${method.toUpperCase()} ${code(path)}`);
    }
  return table(
    ["credential", "also required", "limit", "operations"],
    Object.entries(rows).map(([cells, operations]) => [...JSON.parse(cells), operations.join(", ")]),
  );
}

function cellsOf({ credential, scope, isRecent, isVerified, limit, cost = 1 }) {
  const required = [
    scope && `scope ${code(scope)}`,
    isRecent && "recent authentication",
    isVerified && "verified email address",
  ];
  const limitCell = limits[limit] + (cost > 1 ? `, ${cost} each` : "");
  return [credentials[credential], required.filter(Boolean).join(", "), limitCell];
}
