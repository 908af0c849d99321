import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import {
  createAccounts,
  operatorAccountId,
  type Accounts,
  type RegistrationCredential,
} from "@placard/accounts";
import { openRedis, type RedisClient } from "@placard/runtime";
import { Cluster, Redis } from "ioredis";
import { createAuthenticator, type Authenticator, type CreationOptions } from "./authenticator.ts";

/** The settings for creating accounts and keys directly in Redis, as a gateway would. */
export interface Installation {
  redisUrl: string;
  /** PEM file of the authority that signed the certificate of Redis, as in NODE_EXTRA_CA_CERTS. */
  caFile?: string | undefined;
  /** PUBLIC_URL of the gateways. */
  publicUrl: string;
  /** JWT_SECRET of the gateways. */
  jwtSecret: string;
}

/** A user account that was created directly in Redis, without HTTP. */
export interface TestAccount {
  /** The account id, which is also the user id. */
  id: string;
  email: string;
  /** Has the account's passkey. */
  authenticator: Authenticator;
  /** The bearer token of a session. */
  token: string;
  /** An API key. */
  key: string;
  /** Creates another API key and returns its text. */
  createApiKey: () => Promise<string>;
  createSigningKey: () => Promise<{ id: string; secret: string }>;
}

/** Creates an account with an email address that no other test uses, a passkey, a session and an API key. */
export async function createTestAccount(installation: Installation): Promise<TestAccount> {
  const email = `${randomUUID()}@example.com`;
  const authenticator = createAuthenticator({ origin: new URL(installation.publicUrl).origin });
  const { user, token } = await withAccounts(installation, async ({ ceremonies, sessions }) => {
    const session = undefined;
    const options = await ceremonies.startRegistration({ email, name: "Ada Lovelace", session });
    const credential = authenticator.register(options as CreationOptions) as RegistrationCredential;
    const registered = await ceremonies.finishRegistration({ email, credential, session });
    const created = await sessions.createSession(registered.user, registered.passkey.id);
    return { user: registered.user, token: sessions.signToken(created.session) };
  });
  const createApiKey = () => createKey(installation, "apiKeys", user.id);
  return {
    id: user.id,
    email,
    authenticator,
    token,
    key: (await createApiKey()).secret,
    createApiKey: async () => (await createApiKey()).secret,
    createSigningKey: () => createKey(installation, "signingKeys", user.id),
  };
}

/** Creates an API key of the operator account, as `npm run key` does. */
export async function createOperatorKey(installation: Installation): Promise<string> {
  const owner = await withAccounts(installation, (_accounts, redis) => operatorAccountId(redis));
  return (await createKey(installation, "apiKeys", owner)).secret;
}

function createKey(installation: Installation, kind: "apiKeys" | "signingKeys", owner: string) {
  return withAccounts(installation, (accounts) => accounts[kind].create({ owner, name: "tests" }));
}

/** Connects with a certificate authority: a running process cannot extend NODE_EXTRA_CA_CERTS. */
function connectTls(redisUrl: string, ca: Buffer): RedisClient {
  const tls = { ca };
  if (!redisUrl.includes(",")) return new Redis(redisUrl, { tls });
  const nodes = redisUrl.split(",").map((node) => new URL(node.replace(/^(?!rediss:)/, "rediss://")));
  return new Cluster(
    nodes.map(({ hostname, port }) => ({ host: hostname, port: Number(port) })),
    { redisOptions: { tls }, dnsLookup: (host, callback) => callback(null, host) },
  );
}

/** Opens the rules of accounts as a gateway would, for http://localhost:3000 by default. */
export function openTestAccounts(
  redis: RedisClient,
  {
    publicUrl = "http://localhost:3000",
    jwtSecret = "a secret of the tests of thirty-two bytes and more",
    now = Date.now,
    maxPasskeys = 20,
  }: { publicUrl?: string; jwtSecret?: string; now?: () => number; maxPasskeys?: number } = {},
): Accounts {
  const { hostname, origin } = new URL(publicUrl);
  return createAccounts({
    redis,
    now,
    tokenSecrets: [jwtSecret],
    tokenIssuer: publicUrl,
    sessionTtlSeconds: 86_400,
    relyingParty: { id: hostname, name: "Placard", origins: [origin], passkeyPolicy: "any" },
    limits: { apiKeys: 50, signingKeys: 20, passkeys: maxPasskeys, sessions: 100 },
    signUp: { mode: "open", emails: undefined },
  });
}

/** Runs a task on a new connection. */
async function withAccounts<T>(
  { redisUrl, caFile, publicUrl, jwtSecret }: Installation,
  task: (accounts: Accounts, redis: RedisClient) => Promise<T>,
): Promise<T> {
  const redis =
    caFile === undefined ? await openRedis(redisUrl, 10_000) : connectTls(redisUrl, await readFile(caFile));
  const accounts = openTestAccounts(redis, { publicUrl, jwtSecret });
  try {
    return await task(accounts, redis);
  } finally {
    redis.disconnect();
  }
}
