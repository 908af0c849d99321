import type { ApiKeyScope } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { FieldError } from "../components/field-errors.ts";
import { CheckboxGroup, SelectField } from "../components/fields.tsx";
import type { FormValues } from "../components/form.tsx";
import { useLoaded } from "../components/loaded.tsx";
import { SecretsPage, type SecretKind } from "./secrets-page.tsx";

const dayMs = 86_400_000;

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
  noun: "API key",
  fields: (
    <>
      <SelectField
        label="Expires"
        name="days"
        options={[
          ["365", "In 1 year"],
          ["90", "In 90 days"],
          ["30", "In 30 days"],
          ["", "Never, unless the operator limits it"],
        ]}
      />
      {/* At first, the least that most users need. */}
      <CheckboxGroup legend="Scopes" name="scope" options={scopes} checked={["images:write"]} />
    </>
  ),
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

  async function create({ texts: { name = "", days }, all }: FormValues) {
    const requested = all("scope") as ApiKeyScope[];
    if (requested.length === 0)
      throw new FieldError("scope", "Select at least one scope: a key without scopes permits nothing.");
    const expiresAt = days && new Date(Date.now() + Number(days) * dayMs).toISOString();
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
