import type { ApiKeyScope } from "@placard/client";
import { useAccount } from "../app/account.ts";
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
  revokeWarning: "Requests with this key fail immediately. Images that it generated are kept.",
};

/** Creates, lists and revokes API keys. */
export function ApiKeysPage() {
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
    return { name: data.name, values: [{ label: "API key", value: data.key }] };
  }

  return <SecretsPage kind={kind} secrets={keys} create={create} revoke={(id) => api.revokeApiKey(id)} />;
}

function describeScopes(granted: readonly ApiKeyScope[]) {
  return scopes.every(({ value }) => granted.includes(value))
    ? "all scopes"
    : `scopes: ${granted.join(", ")}`;
}
