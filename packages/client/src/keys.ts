import type { ApiKey, NewApiKey, NewSigningKey, SigningKey } from "./account-types.ts";
import type { Result } from "./meta.ts";
import type { CallOptions, Send } from "./transport.ts";

const bears = "token";
type Nothing = Record<string, never>;

/** What a new API key is given. */
export interface NewApiKeyRequest {
  /** 1 to 128 characters. */
  name: string;
  /** ISO 8601, in the future; without it the key stays until it is revoked. */
  expiresAt?: string | undefined;
}

/** The user's API keys. */
export function keyCalls(send: Send) {
  const path = "/api/v1/keys";
  return {
    async list(options?: CallOptions): Promise<Result<{ keys: ApiKey[] }>> {
      return await send({ method: "GET", path, bears }, options);
    },

    /** Makes one; `data.key` is shown this once. Never repeated, as each call makes another. */
    async create(body: NewApiKeyRequest, options?: CallOptions): Promise<Result<NewApiKey>> {
      return await send({ method: "POST", path, bears, body }, options);
    },

    /** @throws PlacardError `not_found` */
    async revoke(id: string, options?: CallOptions): Promise<Result<Nothing>> {
      return await send({ method: "DELETE", path: `${path}/${encodeURIComponent(id)}`, bears }, options);
    },
  };
}

/** The user's keys of signed links. */
export function signingKeyCalls(send: Send) {
  const path = "/api/v1/signing-keys";
  return {
    async list(options?: CallOptions): Promise<Result<{ signingKeys: SigningKey[] }>> {
      return await send({ method: "GET", path, bears }, options);
    },

    /** Makes one; `data.secret` is shown this once. Never repeated, as each call makes another. */
    async create(body: { name: string }, options?: CallOptions): Promise<Result<NewSigningKey>> {
      return await send({ method: "POST", path, bears, body }, options);
    },

    /** Its links are refused from then on; images drawn already stay. @throws PlacardError `not_found` */
    async revoke(id: string, options?: CallOptions): Promise<Result<Nothing>> {
      return await send({ method: "DELETE", path: `${path}/${encodeURIComponent(id)}`, bears }, options);
    },
  };
}
