/** The scopes of API keys. All keys can read templates and jobs. A new key has all scopes by default. */
export const apiKeyScopes = [
  "images:write",
  "images:delete",
  "templates:write",
  "sites:write",
  "account:read",
] as const;

export type ApiKeyScope = (typeof apiKeyScopes)[number];
