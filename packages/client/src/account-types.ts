// All times are ISO 8601.

/** A person with an account. */
export interface User {
  id: string;
  /** In lower case. */
  email: string;
  name: string;
}

/** What signing in gives: the token is the bearer of all calls about the account. */
export interface SignedIn {
  user: User;
  token: string;
  /** When the session ends. */
  expiresAt: string;
}

/** The session of a token. */
export interface CurrentSession {
  user: User;
  session: { id: string; createdAt: string; expiresAt: string };
}

/** One of a user's sessions. */
export interface Session {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
  /** Whether it is the one that asked. */
  current: boolean;
}

/** One of a user's passkeys. */
export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
  /** `multiDevice`: it may be copied to other devices. */
  deviceType: "singleDevice" | "multiDevice";
  /** Whether it has been. */
  backedUp: boolean;
}

/** An API key as it is listed. */
export interface ApiKey {
  id: string;
  name: string;
  /** Its last characters. */
  hint: string;
  createdAt: string;
  /** Null: stays until it is revoked. */
  expiresAt: string | null;
  lastUsedAt: string | null;
}

/** An API key as it is made: the only time that it is shown. */
export interface NewApiKey {
  id: string;
  name: string;
  key: string;
  createdAt: string;
  expiresAt: string | null;
}

/** A key of signed links as it is listed. */
export interface SigningKey {
  /** The links' `kid`. */
  id: string;
  name: string;
  /** The secret's last 4 characters. */
  hint: string;
  createdAt: string;
  /** To the minute. */
  lastUsedAt: string | null;
}

/** A key of signed links as it is made: the only time that its secret is shown. */
export interface NewSigningKey {
  id: string;
  name: string;
  secret: string;
  createdAt: string;
}
