import type { ApiKeyScope } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { useLoaded } from "../components/loaded.tsx";
import { SecretsPage, type NewSecret, type SecretKind } from "./secrets-page.tsx";

const scopes = [
  { value: "images:write", label: "Generate images" },
  { value: "images:delete", label: "Delete images" },
  { value: "templates:write", label: "Publish templates" },
  { value: "sites:write", label: "Manage sites" },
  { value: "account:read", label: "Read account" },
] as const satisfies readonly { value: ApiKeyScope; label: string }[];

const kind: SecretKind = {
  title: "API keys",
  lead: (
    <>
      Your programs authenticate with an API key, in the header <code>Authorization: Bearer plk_…</code> of
      each request. <a href="docs/quick-start">Quick start</a> ·{" "}
      <a href="docs/accounts#api-keys">About API keys</a>
    </>
  ),
  noun: { one: "API key", many: "API keys" },
  canExpire: true,
  scopes,
  defaultScopes: ["images:write"],
  revokeWarning: "Requests with this key fail immediately. Images that it generated are kept.",
};

/** Creates, lists and revokes API keys. */
export function ApiKeysPage() {
  const { baseUrl } = useConsole();
  const { api } = useAccount();
  const keys = useLoaded("your API keys", async () => {
    const { data } = await api.listApiKeys();
    return data.keys.map(({ hint, ...key }) => ({
      ...key,
      identifiers: [`plk_…${hint}`, describeScopes(key.scopes)],
    }));
  });

  async function create({ name, expiresAt, scopes: checked }: NewSecret) {
    const requested = scopes.map(({ value }) => value).filter((value) => checked.includes(value));
    const { data } = await api.createApiKey({ name, expiresAt, scopes: requested });
    const command = requested.includes("images:write") ? curlWithKey(baseUrl, data.key) : undefined;
    return { name: data.name, values: [{ label: "API key", value: data.key }], command };
  }

  return <SecretsPage kind={kind} secrets={keys} create={create} revoke={(id) => api.revokeApiKey(id)} />;
}

/** A command for a POSIX shell that generates an image. */
function curlWithKey(baseUrl: string, key: string) {
  return [
    `curl ${baseUrl}/api/v1/og/generate`,
    `-H "Authorization: Bearer ${key}"`,
    '-H "Content-Type: application/json"',
    `-d '{"template":"blog","data":{"title":"Hello, Placard"}}'`,
  ].join(" ");
}

function describeScopes(granted: readonly ApiKeyScope[]) {
  return scopes.every(({ value }) => granted.includes(value))
    ? "all scopes"
    : `scopes: ${granted.join(", ")}`;
}
