import { randomUUID } from "node:crypto";
import { createAuthenticator } from "./authenticator.ts";
import type { Authenticator, CredentialChanges, LoginJSON, RegistrationJSON } from "./authenticator.ts";

interface Call {
  /** A bearer token. Without it, no Authorization header is sent. */
  token?: string | undefined;
  body?: object | undefined;
  /** The gateway to call instead of the client's own. */
  gatewayUrl?: string;
}

interface Registration extends Pick<Call, "token"> {
  authenticator?: Authenticator;
  changes?: CredentialChanges<RegistrationJSON>;
  /** Used for the finish instead of the email and the token of the start. */
  finish?: { email?: string; token?: string | undefined; gatewayUrl?: string };
}

interface Login {
  authenticator?: Authenticator;
  changes?: CredentialChanges<LoginJSON>;
  /** The email of the start: the client's own by default, none if `undefined`. */
  start?: { email?: string | undefined };
  /** The same for the finish. */
  finish?: { email?: string | undefined; gatewayUrl?: string };
}

interface Reauthentication extends Pick<Login, "authenticator" | "changes"> {
  /** The token of the start. */
  token?: string | undefined;
  /** The finish's token in place of the start's, an email address, and another gateway. */
  finish?: { email?: string; token?: string | undefined; gatewayUrl?: string };
}

/** The response to a call, with its body parsed and its X-Request-Id. */
export type ApiResponse = Awaited<ReturnType<typeof callGateway>>;

/** A client of the account endpoints, without a browser. */
export type TestClient = ReturnType<typeof createTestClient>;

/**
 * Creates a client that performs ceremonies over HTTP. It has one passkey and, by default, an email that was
 * never used before.
 */
export function createTestClient(
  url: string,
  {
    email = `${randomUUID()}@example.com`,
    name = "Ada Lovelace",
    authenticator = createAuthenticator(),
  } = {},
) {
  let latestToken = "";
  const call = (method: string, path: string, { gatewayUrl = url, ...rest }: Call = {}) =>
    callGateway(`${gatewayUrl}/api/v1${path}`, method, rest);
  const keepToken = (response: ApiResponse): ApiResponse => {
    if (response.status === 200) latestToken = response.body.data.token;
    return response;
  };

  return {
    email,
    name,
    authenticator,
    /** The bearer token of the latest registration or login. */
    token: () => latestToken,
    /** Calls a path below `/api/v1`. */
    call,
    /** Calls a path below `/api/v1` with the latest token. */
    callWithToken: (method: string, path: string, body?: object) =>
      call(method, path, { token: latestToken, ...(body === undefined ? {} : { body }) }),

    /**
     * Registers, or adds a passkey if there is a token. Resolves with the response to the finish, or to the
     * start if that failed.
     */
    async register({
      authenticator: device = authenticator,
      changes,
      finish,
      ...options
    }: Registration = {}) {
      const started = await call("POST", "/auth/register/start", { ...options, body: { email, name } });
      if (started.status !== 200) return started;
      const { email: finishEmail = email, ...finishOptions } = { ...options, ...finish };
      const credential = device.register(started.body.data.options, changes);
      const body = { email: finishEmail, credential };
      return keepToken(await call("POST", "/auth/register/finish", { ...finishOptions, body }));
    },

    /** Logs in. Resolves with the response to the finish, or to the start if that failed. */
    async login({ authenticator: device = authenticator, changes, start, finish }: Login = {}) {
      const started = await call("POST", "/auth/login/start", { body: { email, ...start } });
      if (started.status !== 200) return started;
      const { gatewayUrl = url, ...finishBody } = { email, ...finish };
      const body = { ...finishBody, credential: device.login(started.body.data.options, changes) };
      return keepToken(await call("POST", "/auth/login/finish", { body, gatewayUrl }));
    },

    /** Authenticates the session again. Resolves with the response to the finish, or to a failed start. */
    async reauthenticate(options: Reauthentication = {}) {
      const { authenticator: device = authenticator, changes, finish = {} } = options;
      const { token = latestToken } = options;
      const started = await call("POST", "/auth/reauthenticate/start", { token });
      if (started.status !== 200) return started;
      const { email: finishEmail, ...finishOptions } = { token, ...finish };
      const credential = device.login(started.body.data.options, changes);
      const body = { ...(finishEmail !== undefined && { email: finishEmail }), credential };
      return call("POST", "/auth/reauthenticate/finish", { ...finishOptions, body });
    },
  };
}

/**
 * Creates a client and registers it.
 * @throws Error if the registration fails
 */
export async function registerTestClient(url: string, options: Parameters<typeof createTestClient>[1] = {}) {
  const client = createTestClient(url, options);
  const { status, body } = await client.register();
  if (status !== 200) throw new Error(`registration failed with ${status}: ${JSON.stringify(body)}`);
  return client;
}

/** Sends a request with a session token or an API key. A Buffer is sent as a file, any other body as JSON. */
export async function callGateway(
  url: string,
  method: string,
  { token, body, headers: more }: Omit<Call, "gatewayUrl"> & { headers?: Record<string, string> },
) {
  const isFile = Buffer.isBuffer(body);
  const headers: Record<string, string> = { ...more };
  if (token !== undefined) headers["Authorization"] = `Bearer ${token}`;
  if (body !== undefined && !isFile) headers["Content-Type"] = "application/json";
  const init = {
    method,
    headers,
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
  };
  const response = await fetch(url, init);
  return {
    status: response.status,
    headers: response.headers,
    requestId: response.headers.get("x-request-id"),
    body: JSON.parse(await response.text()),
  };
}
