import type { ApiKeyScope } from "@placard/client";
import { createElement } from "./elements.ts";
import { createLinkBuilder, type LinkBuilder } from "./link-builder.ts";
import { setUpSecrets, type SecretKind } from "./secrets.ts";
import { account } from "./session.ts";

const scopes = [
  { value: "images:write", label: "Generate images" },
  { value: "images:delete", label: "Delete images" },
  { value: "templates:write", label: "Publish templates" },
  { value: "sites:write", label: "Manage sites" },
  { value: "account:read", label: "Read account" },
] as const satisfies readonly { value: ApiKeyScope; label: string }[];

/** A link to a guide. */
const createLink = (guide: string, text: string) => createElement("a", { href: `docs/${guide}` }, text);

const apiKeys: SecretKind = {
  view: "keys",
  title: "API keys",
  introduction: [
    "Your programs authenticate with an API key, in the header ",
    createElement("code", {}, "Authorization: Bearer plk_…"),
    " of each request. ",
    createLink("quick-start", "Quick start"),
    " · ",
    createLink("accounts#api-keys", "About API keys"),
  ],
  noun: { one: "API key", many: "API keys" },
  canExpire: true,
  scopes,
  revokeWarning: "Requests with this key fail immediately. Images that it generated are kept.",
  list: async () => {
    const { data } = await account.listApiKeys();
    return data.keys.map(({ hint, ...key }) => ({
      ...key,
      identifiers: [`plk_…${hint}`, describeScopes(key.scopes)],
    }));
  },
  create: async (request) => {
    const requested = scopes.map(({ value }) => value).filter((value) => request.scopes.includes(value));
    const { data } = await account.createApiKey({ ...request, scopes: requested });
    return { name: data.name, values: [{ label: "API key", value: data.key }] };
  },
  revoke: (id) => account.revokeApiKey(id),
};

/** @param linkBuilder is shown below the keys */
const createSigningKeys = (linkBuilder: LinkBuilder): SecretKind => ({
  view: "signing-keys",
  title: "Signing keys",
  introduction: [
    "A signing key lets your site create signed image links without a request to the API. Placard renders the image when the link is first opened. ",
    createLink("signed-links", "How to sign links"),
  ],
  noun: { one: "signing key", many: "signing keys" },
  canExpire: false,
  revokeWarning:
    "All links signed with this key stop working immediately, including links on published pages.",
  list: async () => {
    const { data } = await account.listSigningKeys();
    linkBuilder.showKeys(data.signingKeys);
    return data.signingKeys.map(({ hint, ...key }) => ({
      ...key,
      identifiers: [`kid ${key.id}`, `secret plks_…${hint}`],
    }));
  },
  create: async ({ name }) => {
    const { data } = await account.createSigningKey({ name });
    linkBuilder.fillKey(data.id, data.secret);
    const values = [
      { label: "key ID", value: data.id },
      { label: "secret", value: data.secret },
    ];
    return { name: data.name, values };
  },
  revoke: (id) => account.revokeSigningKey(id),
  footer: linkBuilder.element,
});

/**
 * Sets up the views of API keys and signing keys.
 * @returns removes all keys from the page
 */
export function setUpKeys(): () => void {
  const linkBuilder = createLinkBuilder();
  const clearFunctions = [apiKeys, createSigningKeys(linkBuilder)].map(setUpSecrets);
  return () => [...clearFunctions, linkBuilder.clear].forEach((clear) => clear());
}

function describeScopes(granted: readonly ApiKeyScope[]) {
  return scopes.every(({ value }) => granted.includes(value))
    ? "all scopes"
    : `scopes: ${granted.join(", ")}`;
}
