import { createElement } from "./elements.js";
import { setUpSecrets } from "./secrets.js";
import { account } from "./session.js";

/** @typedef {import("./client/index.js").ApiKeyScope} ApiKeyScope */

const scopes = /** @type {const} @satisfies {readonly { value: ApiKeyScope, label: string }[]} */ ([
  { value: "images:write", label: "Generate images" },
  { value: "images:delete", label: "Delete images" },
  { value: "templates:write", label: "Publish templates" },
  { value: "account:read", label: "Read account" },
]);

/** @type {import("./secrets.js").SecretKind} */
const apiKeys = {
  view: "keys",
  title: "API keys",
  introduction: [
    "Your programs authenticate with an API key, in the header ",
    createElement("code", {}, "Authorization: Bearer plk_…"),
    " of each request.",
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

/** @type {import("./secrets.js").SecretKind} */
const signingKeys = {
  view: "signing-keys",
  title: "Signing keys",
  introduction: [
    "A signing key lets your site create signed image links without a request to the API. Placard renders the image when the link is first opened.",
  ],
  noun: { one: "signing key", many: "signing keys" },
  canExpire: false,
  revokeWarning:
    "All links signed with this key stop working immediately, including links on published pages.",
  list: async () => {
    const { data } = await account.listSigningKeys();
    return data.signingKeys.map(({ hint, ...key }) => ({
      ...key,
      identifiers: [`kid ${key.id}`, `secret plks_…${hint}`],
    }));
  },
  create: async ({ name }) => {
    const { data } = await account.createSigningKey({ name });
    const values = [
      { label: "key ID", value: data.id },
      { label: "secret", value: data.secret },
    ];
    return { name: data.name, values };
  },
  revoke: (id) => account.revokeSigningKey(id),
};

/**
 * Sets up the views of API keys and signing keys.
 * @returns {() => void} removes all keys from the page
 */
export function setUpKeys() {
  const clearFunctions = [apiKeys, signingKeys].map(setUpSecrets);
  return () => clearFunctions.forEach((clear) => clear());
}

/** @param {readonly ApiKeyScope[]} granted */
function describeScopes(granted) {
  return scopes.every(({ value }) => granted.includes(value))
    ? "all scopes"
    : `scopes: ${granted.join(", ")}`;
}
