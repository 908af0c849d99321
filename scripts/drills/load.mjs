import { setTimeout as delay } from "node:timers/promises";
import { poll } from "@placard/testing";

let serial = 0;

/** A request for a card. Without a title, for one that was not rendered before. */
const newCard = (title = `Drill ${process.pid} ${serial++}`) => ({
  template: "blog",
  data: { title },
  options: { format: "jpeg" },
});

/**
 * Sends a request. Never rejects: the status is 0 if the connection failed. `at` is when it was sent
 * (performance.now), and `ms` is the time until the last byte.
 */
export async function send(url, init) {
  const at = performance.now();
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(60_000), ...init });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: response.headers, bytes, ms: performance.now() - at, at };
  } catch {
    return { status: 0, headers: new Headers(), bytes: Buffer.alloc(0), ms: performance.now() - at, at };
  }
}

/**
 * Sends a generate request, as `send` does.
 * @param target the base URL of a gateway, and an API key
 * @param request the title of a card, or the body; a new card by default
 */
export async function generate({ url, key }, request) {
  const { headers, bytes, ...outcome } = await send(`${url}/api/v1/og/generate`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
    body: JSON.stringify(typeof request === "object" ? request : newCard(request)),
  });
  const body = outcome.status === 0 ? {} : JSON.parse(bytes.toString());
  return {
    ...outcome,
    code: body.error?.code,
    url: body.data?.url,
    cache: headers.get("x-cache"),
    retryAfter: headers.get("retry-after"),
    serverTiming: headers.get("server-timing"),
  };
}

/** Whether a request had a response with the status 200. */
export const isOk = ({ status }) => status === 200;

/** Waits until new cards are rendered. Resolves with the time that it took, in ms. */
export async function untilRendered(target) {
  const startedAt = performance.now();
  await poll("images to be rendered", async () => isOk(await generate(target)), { timeoutMs: 120_000 });
  return performance.now() - startedAt;
}

/**
 * Keeps a number of requests in flight until it is stopped.
 * @param source a function that sends one, or what `generate` sends new cards to
 */
export function startLoad(source, clients) {
  const request = typeof source === "function" ? source : () => generate(source);
  const outcomes = [];
  let isRunning = true;
  const client = async () => {
    while (isRunning) outcomes.push(await request());
  };
  const finished = Promise.all(Array.from({ length: clients }, client));
  return {
    outcomes,
    /** Sends no more requests. Resolves with all outcomes after the last response. */
    async stop() {
      isRunning = false;
      await finished;
      return outcomes;
    },
  };
}

/** Keeps requests in flight for a time. Resolves with their outcomes. */
export async function loadFor(ms, source, clients) {
  const load = startLoad(source, clients);
  await delay(ms);
  return load.stop();
}

/** Sends requests at a constant rate, whatever the response times. */
export async function sendAtRate(request, { perSecond, durationMs }) {
  const startedAt = performance.now();
  const outcomes = [];
  for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs = performance.now() - startedAt) {
    while (outcomes.length < (elapsedMs / 1000) * perSecond) outcomes.push(request());
    await delay(5);
  }
  return Promise.all(outcomes);
}

/** @param q from 0 to 1 */
export function quantile(values, q) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? 0;
}

/** The times of outcomes in ms, and how many failed. */
export function summarize(outcomes) {
  const times = outcomes.map(({ ms }) => ms);
  return {
    median: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    slowest: Math.max(0, ...times),
    failed: outcomes.filter((outcome) => !isOk(outcome)).length,
    count: outcomes.length,
  };
}

/** The number of outcomes of each kind, as text: "412 × 200, 3 × 503 unavailable". */
export function tally(outcomes) {
  const counts = new Map();
  for (const { status, code } of outcomes) {
    const kind = status === 0 ? "no connection" : [status, code].filter(Boolean).join(" ");
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Array.from(counts, ([kind, count]) => `${count} × ${kind}`).join(", ") || "none";
}
