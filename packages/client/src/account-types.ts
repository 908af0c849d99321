import type { Site } from "./site-types.ts";
import type { TemplateDocument, TemplateVersion } from "./template-types.ts";
import type { Webhook } from "./webhook-types.ts";

// All times are ISO 8601.

/** A person with an account. */
export interface User {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
}

/** The user of an account, with everything that `getAccount` returns. */
export interface AccountUser extends User {
  /** Whether the user has proved to receive mail at the email address. */
  emailVerified: boolean;
  createdAt: string;
}

/** The user's account. */
export interface Account {
  user: AccountUser;
  /** How many of each the account has. */
  summary: {
    passkeys: number;
    sessions: number;
    apiKeys: number;
    signingKeys: number;
    recoveryCodes: number;
    /** Images whose links can render them again: at most 10,000. Null while storage is unavailable. */
    images: number | null;
    /** Whether there are more than 10,000. */
    hasMoreImages: boolean;
  };
}

/** Everything that is stored about an account, without secrets. */
export interface AccountExport {
  exportedAt: string;
  user: AccountUser;
  passkeys: (Passkey & {
    /** Base64url. */
    credentialId: string;
    /** COSE key, base64url. */
    publicKey: string;
    counter: number;
  })[];
  sessions: {
    id: string;
    passkeyId: string | null;
    createdAt: string;
    authenticatedAt: string;
    lastSeenAt: string;
    expiresAt: string;
  }[];
  apiKeys: ApiKey[];
  signingKeys: SigningKey[];
  sites: Site[];
  webhooks: Webhook[];
  /** How many have not been used. */
  recoveryCodes: number;
  templates: { id: string; isArchived: boolean; createdAt: string; versions: TemplateVersion[] }[];
  events: SecurityEvent[];
  /** The days with usage of the last 90. */
  usage: DailyUsage[];
  /** All images but those of signed links with `exp`. */
  images: {
    id: string;
    url: string;
    /** Name and version, such as `blog@1`. */
    template: string;
    data: Record<string, unknown>;
    options: {
      width: number;
      height: number;
      scale?: number;
      format: string;
      quality: number;
      maxBytes?: number;
    };
    renderedAt: string;
    expiresAt: string;
  }[];
  /** The documents of all versions, also of deleted templates. */
  templateDocuments: { hash: string; document: TemplateDocument }[];
}

/** The body of `updateAccount`, with at least one of these. */
export interface UpdateAccountRequest {
  /** 1 to 128 characters. */
  name?: string | undefined;
  email?: string | undefined;
}

/** What a page needs to know before anyone has signed in. */
export interface AuthConfig {
  /** Who may register an account: everybody, people with an invitation, or nobody. */
  signup: "open" | "invite" | "closed";
  /** Whether the server sends mail, so that email addresses can be verified. */
  hasMail: boolean;
  /** Whether people without an account can preview the built-in templates. */
  hasPublicPlayground: boolean;
  /** The relying party ID of passkeys, for the browser's WebAuthn Signal API. */
  rpId: string;
  /** The public URL of the service, where passkeys work. */
  url: string;
}

/** The result of a login. */
export interface LoginResult {
  user: User;
  /** The session token: authenticates all calls about the account. */
  token: string;
  /** When the session expires. */
  expiresAt: string;
}

/** The result of a registration. */
export interface RegistrationResult extends LoginResult {
  verified: true;
}

/** The session of a token, and its user. */
export interface CurrentSession {
  user: User;
  session: { id: string; createdAt: string; expiresAt: string };
}

/** A session whose user has been authenticated again. */
export interface ReauthenticationResult {
  session: { id: string; createdAt: string; expiresAt: string; authenticatedAt: string };
}

/** One of a user's sessions. */
export interface Session {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  /** The start of the `User-Agent` of the client that signed in; null if unknown. */
  userAgent: string | null;
  /** The address of the client that signed in; for IPv6, its /64 network. Null if unknown. */
  address: string | null;
  /** Whether it is the session that sent the request. */
  current: boolean;
}

/** One of a user's passkeys. */
export interface Passkey {
  id: string;
  /** The credential ID in base64url, for the browser's WebAuthn Signal API. */
  credentialId: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** `multiDevice`: it can be synced to other devices. */
  deviceType: "singleDevice" | "multiDevice";
  /** Whether it has been synced. */
  backedUp: boolean;
}

/** What an API key permits, besides reading templates and jobs. */
export type ApiKeyScope =
  "images:write" | "images:delete" | "templates:write" | "sites:write" | "account:read";

/** A listed API key. */
export interface ApiKey {
  id: string;
  name: string;
  /** The key's last 4 characters. */
  hint: string;
  createdAt: string;
  scopes: ApiKeyScope[];
  /** Null for a key that does not expire. */
  expiresAt: string | null;
  /** To the minute; null for a key that has not been used. */
  lastUsedAt: string | null;
  /** The passkey of the session that created it, which may have been deleted since; null if it has none. */
  passkeyId: string | null;
}

/** The body of `createApiKey`. */
export interface CreateApiKeyRequest {
  /** 1 to 128 characters. */
  name: string;
  /** ISO 8601, in the future. Without it, the key expires after the server's `API_KEY_TTL`; by default, it does not. */
  expiresAt?: string | undefined;
  /** At least one. Without it, the key has all scopes. */
  scopes?: readonly ApiKeyScope[] | undefined;
}

/** A new API key. This is the only response that contains the key itself. */
export interface CreatedApiKey {
  id: string;
  name: string;
  key: string;
  createdAt: string;
  expiresAt: string | null;
  scopes: ApiKeyScope[];
}

/** A listed signing key. */
export interface SigningKey {
  /** The `kid` parameter of its links. */
  id: string;
  name: string;
  /** The secret's last 4 characters. */
  hint: string;
  createdAt: string;
  /** To the minute; null for a key that has not been used. */
  lastUsedAt: string | null;
  /** The passkey of the session that created it, which may have been deleted since; null if it has none. */
  passkeyId: string | null;
}

/** The body of `createSigningKey`. */
export interface CreateSigningKeyRequest {
  /** 1 to 128 characters. */
  name: string;
}

/** A new signing key. This is the only response that contains its secret. */
export interface CreatedSigningKey {
  id: string;
  name: string;
  secret: string;
  createdAt: string;
}

/** A security event of an account. */
export interface SecurityEvent {
  id: string;
  /** What happened, such as `api_key_created`. */
  type: string;
  at: string;
  /** Who caused the event. */
  actor: "user" | "operator" | "api_key";
  /** The client's address; for IPv6, its /64 network. Null for the operator. */
  address: string | null;
  /** The first 256 characters of the client's `User-Agent`. */
  userAgent: string | null;
  sessionId?: string;
  passkeyId?: string;
  /** The id of an API key. */
  keyId?: string;
  signingKeyId?: string;
  webhookId?: string;
  /** The ID of a template, with the version if the event is about one: `release@3`. */
  template?: string;
  /** The sessions that a login revoked to stay within the limit. */
  revokedSessionIds?: string[];
  /** The passkey that a recovery deleted to stay within the limit. */
  deletedPasskeyId?: string;
  /** How many objects the event is about. */
  count?: number;
}

/** What was used. */
export interface UsageCounts {
  /** Images rendered. */
  renders: number;
  /** Requests for images that existed, or that another request was rendering. */
  cacheHits: number;
  /** Bytes of the images rendered. */
  bytes: number;
  /** Bytes fetched for remote images, including those of failed fetches. */
  remoteBytes: number;
}

/** The usage of an account on one day. */
export interface DailyUsage extends UsageCounts {
  /** A day in UTC, such as `2027-01-31`. */
  date: string;
  /** The usage through each API key and signing key, the busiest first. */
  keys: ({ keyId: string } & UsageCounts)[];
}

/** What an account has used. */
export interface AccountUsage {
  /** Oldest first; the last one is today (UTC). */
  days: DailyUsage[];
  /** The daily quota of renders; null if there is none. */
  rendersPerDay: number | null;
}
