import { randomUUID } from "node:crypto";
import { createAuthenticator } from "./authenticator.ts";
import type { Authenticator, CredentialChanges, LoginJSON, RegistrationJSON } from "./authenticator.ts";

interface Call {
  /** A bearer token; none is sent without. */
  token?: string | undefined;
  body?: object;
  /** The gateway to call, if not the client's usual one. */
  at?: string;
}

interface Registration extends Pick<Call, "token"> {
  authenticator?: Authenticator;
  changes?: CredentialChanges<RegistrationJSON>;
  /** What the finish call says in place of the start's e-mail and token. */
  finish?: { email?: string; token?: string | undefined; at?: string };
}

interface Login {
  authenticator?: Authenticator;
  changes?: CredentialChanges<LoginJSON>;
  /** Whether start and finish name the e-mail (both do); a text names another one. */
  start?: { email?: string | undefined };
  finish?: { email?: string | undefined; at?: string };
}

/** The answer to a call: its body parsed, `requestId` as the header says it. */
export type ApiResponse = Awaited<ReturnType<typeof callGateway>>;

/** Somebody at the sign-in page of a gateway. */
export type TestClient = ReturnType<typeof createTestClient>;

/** Somebody with an e-mail never used before and one passkey, who takes part in ceremonies over HTTP. */
export function createTestClient(
  url: string,
  {
    email = `${randomUUID()}@example.com`,
    name = "Ada Lovelace",
    authenticator = createAuthenticator(),
  } = {},
) {
  /** The bearer token of the latest registration or login. */
  let token = "";
  const call = (method: string, path: string, { at = url, ...rest }: Call = {}) =>
    callGateway(`${at}/api/v1${path}`, method, rest);
  const keepToken = (answer: ApiResponse): ApiResponse => {
    if (answer.status === 200) token = answer.body.data.token;
    return answer;
  };

  return {
    email,
    name,
    authenticator,
    token: () => token,
    /** Calls a path below `/api/v1`. */
    call,
    /** Calls it with the client's latest token. */
    callWithToken: (method: string, path: string, body?: object) =>
      call(method, path, { token, ...(body === undefined ? {} : { body }) }),

    /** Registers, or with a token adds a passkey; gives the finish's answer, or the start's where that was no 200. */
    async register({ authenticator: device = authenticator, changes, finish, ...own }: Registration = {}) {
      const started = await call("POST", "/auth/register/start", { ...own, body: { email, name } });
      if (started.status !== 200) return started;
      const { email: named = email, ...others } = { ...own, ...finish };
      const credential = device.register(started.body.data.options, changes);
      const body = { email: named, credential };
      return keepToken(await call("POST", "/auth/register/finish", { ...others, body }));
    },

    /** Logs in; gives the finish's answer, or the start's where that was no 200. */
    async login({ authenticator: device = authenticator, changes, start, finish }: Login = {}) {
      const started = await call("POST", "/auth/login/start", { body: { email, ...start } });
      if (started.status !== 200) return started;
      const { at = url, ...named } = { email, ...finish };
      const body = { ...named, credential: device.login(started.body.data.options, changes) };
      return keepToken(await call("POST", "/auth/login/finish", { body, at }));
    },
  };
}

/**
 * A client who has registered.
 * @throws Error when that failed
 */
export async function registerTestClient(url: string, options: Parameters<typeof createTestClient>[1] = {}) {
  const client = createTestClient(url, options);
  const { status, body } = await client.register();
  if (status !== 200) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`);
  return client;
}

async function callGateway(url: string, method: string, { token, body }: Omit<Call, "at">) {
  const headers: Record<string, string> = {};
  if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  const sent = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(url, sent);
  const requestId = answer.headers.get("x-request-id");
  return { status: answer.status, headers: answer.headers, requestId, body: JSON.parse(await answer.text()) };
}
