import { pageOf, type CallOptions, type ListOptions, type Send } from "./transport.ts";
import type { CreateApiKeyRequest, CreateSigningKeyRequest } from "./types.ts";

const auth = "token";

/** The user's API keys and signing keys. */
export function keyCalls(send: Send) {
  return {
    /** Lists the user's API keys, without the keys themselves. */
    listApiKeys: (options?: ListOptions) =>
      send("get", "/api/v1/keys", { auth, query: pageOf(options) }, options),

    /**
     * Creates an API key. `data.key` is shown only this once. Never retried: each call creates another key.
     * @throws PlacardError `reauthentication_required`, `limit_reached`
     */
    createApiKey: (body: CreateApiKeyRequest, options?: CallOptions) =>
      send("post", "/api/v1/keys", { auth, body }, options),

    /** Revokes an API key immediately. @throws PlacardError `reauthentication_required`, `not_found` */
    revokeApiKey: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/keys/{id}", { auth, params: { id } }, options),

    /** Lists the user's signing keys, without their secrets. */
    listSigningKeys: (options?: ListOptions) =>
      send("get", "/api/v1/signing-keys", { auth, query: pageOf(options) }, options),

    /**
     * Creates a signing key. `data.secret` is shown only this once. Never retried: each call creates another
     * key.
     * @throws PlacardError `reauthentication_required`, `limit_reached`
     */
    createSigningKey: (body: CreateSigningKeyRequest, options?: CallOptions) =>
      send("post", "/api/v1/signing-keys", { auth, body }, options),

    /**
     * Revokes a signing key and its links immediately. @throws PlacardError `reauthentication_required`,
     * `not_found`
     */
    revokeSigningKey: (id: string, options?: CallOptions) =>
      send("delete", "/api/v1/signing-keys/{id}", { auth, params: { id } }, options),
  };
}
