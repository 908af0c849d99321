import { createClientWith, type ClientOptions } from "../client.ts";

export interface SentRequest {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

/** The outcome of one request: a response, a rejection, or no response until it is aborted. */
export type Step = Response | Error | "no response";

export function success(data: object = {}, headers: Record<string, string> = {}, status = 200): Response {
  return Response.json({ success: true, data }, { status, headers });
}

export function failure(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { code, message: `Failed with ${code}.`, requestId: "r-1" };
  return Response.json({ success: false, data: {}, error }, { status, headers });
}

/**
 * Creates a client whose requests have the given outcomes, in order. Its waits take no time and are listed in
 * `waits`, in ms. Its random numbers are always 0.5.
 */
export function scriptedClient(steps: Step[], options: Partial<ClientOptions> = {}) {
  const requests: SentRequest[] = [];
  const waits: number[] = [];
  let time = Date.parse("2027-01-01T00:00:00Z");

  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET", body } = init;
    const parsed: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    requests.push({ url: String(url), method, headers: new Headers(init.headers), body: parsed });
    const step = steps.shift();
    if (step === undefined) throw new Error("unexpected request: no steps left");
    if (step instanceof Error) throw step;
    return step === "no response" ? await untilAborted(init.signal ?? undefined) : step;
  };
  const clock = {
    now: () => time,
    random: () => 0.5,
    sleep: async (ms: number, signal: AbortSignal | undefined) => {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
    },
  };
  const base = { baseUrl: "https://og.example.com/placard/", key: "plk_1", token: "t.o.k" };
  return { client: createClientWith({ ...base, fetch, ...options }, clock), requests, waits };
}

function untilAborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
}
