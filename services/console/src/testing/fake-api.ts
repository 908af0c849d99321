export interface SentRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Headers;
  body: unknown;
}

/**
 * Data of a response, or a function that returns it or its promise; an error of the API; or a network error.
 */
export type Answer = object | ((request: SentRequest) => object) | Error;

export class ApiError extends Error {
  readonly status: number;
  readonly body: object;

  constructor(status: number, code: string, details: readonly { path: string; message: string }[] = []) {
    super(code);
    this.status = status;
    this.body = { code, message: `Failed with ${code}.`, details, requestId: "request-1" };
  }
}

/** Answers requests of the console in place of a server. */
export interface FakeApi {
  fetch: typeof globalThis.fetch;
  /** All requests so far. */
  requests: readonly SentRequest[];
  /** Answers a route from now on, such as `GET /keys`. Paths are below `/api/v1`. */
  answer: (route: string, answer: Answer) => void;
}

/** @param initial the answers by route */
export function createFakeApi(initial: Readonly<Record<string, Answer>>): FakeApi {
  const answers = new Map(Object.entries(initial));
  const requests: SentRequest[] = [];

  async function fetch(input: unknown, { method = "GET", headers, body }: RequestInit = {}) {
    const url = new URL(String(input));
    const path = url.pathname.replace("/api/v1", "") + url.search;
    const parsed: unknown = typeof body === "string" ? JSON.parse(body) : body;
    const request = { method, path, headers: new Headers(headers), body: parsed };
    requests.push(request);
    const answer = answers.get(`${method} ${url.pathname.replace("/api/v1", "")}`);
    if (answer === undefined) throw new Error(`unexpected request: ${method} ${path}`);
    try {
      if (answer instanceof Error) throw answer;
      const data: object = typeof answer === "function" ? ((await answer(request)) as object) : answer;
      return Response.json({ success: true, data });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const failure = { success: false, data: {}, error: error.body };
      return Response.json(failure, { status: error.status });
    }
  }

  return {
    fetch,
    requests,
    answer: (route, answer) => answers.set(route, answer),
  };
}
