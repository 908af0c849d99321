import type {
  ApiKey,
  CreateApiKeyRequest,
  CreatedApiKey,
  CreatedSigningKey,
  CreateSigningKeyRequest,
  SigningKey,
} from "./account-types.ts";
import type { Result } from "./meta.ts";
import {
  pagePath,
  type CallOptions,
  type Empty,
  type ListOptions,
  type Paged,
  type Send,
} from "./transport.ts";

/** The user's API keys and signing keys. */
export function keyCalls(send: Send) {
  const apiKeys = secretCalls<{ keys: ApiKey[] }, CreateApiKeyRequest, CreatedApiKey>(send, "/api/v1/keys");
  const signingKeys = secretCalls<{ signingKeys: SigningKey[] }, CreateSigningKeyRequest, CreatedSigningKey>(
    send,
    "/api/v1/signing-keys",
  );
  return {
    /** Lists the user's API keys, without the keys themselves. */
    listApiKeys: apiKeys.list,
    /**
     * Creates an API key. `data.key` is shown only this once. Never retried: each call creates another key.
     * @throws PlacardError `reauthentication_required`, `limit_reached`
     */
    createApiKey: apiKeys.create,
    /**
     * Revokes an API key. Requests with it fail immediately.
     * @throws PlacardError `reauthentication_required`, `not_found`
     */
    revokeApiKey: apiKeys.revoke,

    /** Lists the user's signing keys, without their secrets. */
    listSigningKeys: signingKeys.list,
    /**
     * Creates a signing key. `data.secret` is shown only this once. Never retried: each call creates another key.
     * @throws PlacardError `reauthentication_required`, `limit_reached`
     */
    createSigningKey: signingKeys.create,
    /**
     * Revokes a signing key. Its links stop working immediately; images that have been rendered keep their own links.
     * @throws PlacardError `reauthentication_required`, `not_found`
     */
    revokeSigningKey: signingKeys.revoke,
  };
}

/** The calls that every kind of named, revocable secret has. */
interface SecretCalls<List, CreateRequest, Created> {
  list: (options?: ListOptions) => Promise<Result<Paged<List>>>;
  create: (body: CreateRequest, options?: CallOptions) => Promise<Result<Created>>;
  revoke: (id: string, options?: CallOptions) => Promise<Result<Empty>>;
}

function secretCalls<List, CreateRequest extends object, Created>(
  send: Send,
  path: string,
): SecretCalls<List, CreateRequest, Created> {
  const auth = "token";
  return {
    list: async (options) => await send({ method: "GET", path: pagePath(path, options), auth }, options),
    create: async (body, options) => await send({ method: "POST", path, auth, body }, options),
    revoke: async (id, options) =>
      await send({ method: "DELETE", path: `${path}/${encodeURIComponent(id)}`, auth }, options),
  };
}
