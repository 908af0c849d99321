/** Every scope of API keys: which requests a key permits beyond reading templates and jobs. A new key has all by default. */
export const apiKeyScopes = [
  "images:write",
  "images:delete",
  "templates:write",
  "sites:write",
  "account:read",
] as const;

/** The name of a scope. */
export type ApiKeyScope = (typeof apiKeyScopes)[number];
