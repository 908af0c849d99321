import type { ApiKeyScope, ErrorCode } from "@placard/contracts";

/** Counts a body that is not validated yet. May throw an AppError. */
export type CountCost = (body: unknown, perMinute: number) => number;

/** What an access class requires and limits. */
export interface AccessRules {
  /** `signature`: the endpoint checks the signature of the link. */
  readonly credential: "none" | "signature" | "optionalSession" | "session" | "apiKey" | "sessionOrApiKey";
  /** The scope that an API key needs. */
  readonly scope?: ApiKeyScope | undefined;
  /** Sessions must have used a passkey in the last 5 minutes. */
  readonly isRecent?: boolean;
  /** Sessions need a verified email address if REQUIRE_VERIFIED_EMAIL is on. */
  readonly isVerified?: boolean;
  /**
   * What counts requests. `auth`, `playground` and `reviews`: by client address. `account`: by account, with
   * separate limits for sessions and API keys. `renders` is charged by the endpoint.
   */
  readonly limit: "none" | "auth" | "playground" | "reviews" | "account" | "renders";
  /** How many requests each request counts as. Default: 1. */
  readonly cost?: number | undefined;
  /** The cost of a body, if it varies. One request is charged before the body is read, the rest after. */
  readonly countCost?: CountCost | undefined;
}

declare const isListed: unique symbol;

/** Who may use an endpoint, and which limit counts it: one of the classes in this file. */
export interface Access extends AccessRules {
  /** Not exported, so that no other file can create a class. */
  readonly [isListed]: true;
}

const define = (rules: AccessRules) => rules as Access;

/** The cost of requests that count as more than one. */
interface Costs {
  cost?: number;
  countCost?: CountCost;
}

/** The access classes. Each row of the route table has one. */
export const access = {
  /** Anybody, without a limit: pages, links, health checks. */
  public: define({ credential: "none", limit: "none" }),
  /** Anybody with a signed link. Renders count toward the limit of the key's account. */
  signed: define({ credential: "signature", limit: "renders" }),
  /** Anybody, in the public playground. */
  visitor: define({ credential: "none", limit: "playground" }),
  /** Anybody with the link of a review, which the endpoint checks. */
  reviewer: define({ credential: "none", limit: "reviews" }),
  /** Anybody, to sign in. */
  signIn: define({ credential: "none", limit: "auth" }),
  /** Anybody, to register; a session adds a passkey to its account. */
  register: define({ credential: "optionalSession", limit: "auth" }),
  /** A session that authenticates again. */
  reauthenticate: define({ credential: "session", limit: "auth" }),
  /** A session that ends sessions. No limit: an attacker with a stolen token could otherwise prevent it. */
  endSession: define({ credential: "session", limit: "none" }),
  session: define({ credential: "session", limit: "account" }),
  recentSession: define({ credential: "session", isRecent: true, limit: "account" }),
  /** A recent session with a verified email address: it creates credentials. */
  verifiedSession: define({ credential: "session", isRecent: true, isVerified: true, limit: "account" }),
  /** An API key with a scope. */
  key: (scope?: ApiKeyScope, { cost, countCost }: Costs = {}) =>
    define({ credential: "apiKey", scope, limit: "account", cost, countCost }),
  /** A session, or an API key with a scope, that reads. */
  reader: (scope?: ApiKeyScope) => define({ credential: "sessionOrApiKey", scope, limit: "account" }),
  /** A session with a verified email address, or an API key with a scope: it creates, renders or fetches. */
  creator: (scope?: ApiKeyScope, { cost, countCost }: Costs = {}) =>
    define({ credential: "sessionOrApiKey", scope, isVerified: true, limit: "account", cost, countCost }),
  /** A recent session with a verified email address, or an API key with a scope: it changes shown links. */
  publisher: (scope: ApiKeyScope, costs: Costs = {}) =>
    define({ ...access.creator(scope, costs), isRecent: true }),
  /** A recent session, or an API key with a scope: it deletes. */
  remover: (scope: ApiKeyScope) => define({ ...access.reader(scope), isRecent: true }),
};

/** The limits that are charged before the endpoint is called. */
const chargedLimits = new Set<AccessRules["limit"]>(["auth", "playground", "reviews", "account"]);

/** Whether a class requires anything before the endpoint is called. */
export function hasChecks({ credential, limit }: AccessRules): boolean {
  return !(credential === "none" || credential === "signature") || chargedLimits.has(limit);
}

/** The error codes of a class, and the header fields that it sets, with their descriptions. */
export function describeAccess({ credential, scope, isRecent, isVerified, limit }: AccessRules): {
  errors: ErrorCode[];
  headers: Record<string, string>;
} {
  const needsCredential = /session|apiKey/i.test(credential);
  const acceptsSession = /session/i.test(credential);
  const isLimited = chargedLimits.has(limit);
  const errors: [ErrorCode, boolean][] = [
    ["unauthorized", needsCredential && credential !== "optionalSession"],
    ["insufficient_scope", scope !== undefined],
    ["reauthentication_required", isRecent === true],
    ["forbidden", isVerified === true || acceptsSession],
    ["rate_limited", isLimited],
    ["unavailable", needsCredential || isLimited],
  ];
  return {
    errors: errors.flatMap(([code, isPossible]) => (isPossible ? [code] : [])),
    headers: isLimited ? { RateLimit: "the remaining requests, and the seconds until the limit resets" } : {},
  };
}
