import { createClientWith, type ClientOptions } from "../client.ts";

/** A request as fetch was given it. */
export interface SeenRequest {
  url: string;
  method: string;
  headers: Headers;
  body: unknown;
}

/** What a fetch comes to: an answer, a rejection, or no end until it is aborted. */
export type Step = Response | Error | "hangs";

/** A success envelope. */
export function success(data: object = {}, headers: Record<string, string> = {}, status = 200): Response {
  return Response.json({ success: true, data }, { status, headers });
}

/** A failure envelope. */
export function failure(status: number, code: string, headers: Record<string, string> = {}): Response {
  const error = { code, message: `It is ${code}.`, requestId: "r-1" };
  return Response.json({ success: false, data: {}, error }, { status, headers });
}

/**
 * A client whose requests come to the given steps, in order, and whose waits take no time: they are listed in `waits`,
 * in ms. Chance is always a half.
 */
export function scriptedClient(steps: Step[], options: Partial<ClientOptions> = {}) {
  const requests: SeenRequest[] = [];
  const waits: number[] = [];
  let time = Date.parse("2027-01-01T00:00:00Z");

  const fetch = async (url: unknown, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET", body } = init;
    const parsed: unknown = typeof body === "string" ? JSON.parse(body) : undefined;
    requests.push({ url: String(url), method, headers: new Headers(init.headers), body: parsed });
    const step = steps.shift();
    if (step === undefined) throw new Error("a request too many");
    if (step instanceof Error) throw step;
    return step === "hangs" ? await hang(init.signal ?? undefined) : step;
  };
  const clock = {
    now: () => time,
    random: () => 0.5,
    pause: async (ms: number, signal: AbortSignal | undefined) => {
      signal?.throwIfAborted();
      waits.push(ms);
      time += ms;
    },
  };
  const base = { baseUrl: "https://og.example.com/placard/", key: "plk_1", token: "t.o.k" };
  return { client: createClientWith({ ...base, fetch, ...options }, clock), requests, waits };
}

function hang(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
}
