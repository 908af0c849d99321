import { performance } from "node:perf_hooks";

/**
 * @typedef {object} Answer what became of one request
 * @property {number} status HTTP's, or 0 where the connection failed
 * @property {string | undefined} [code] of the error
 * @property {number} ms from sending to the last byte
 * @property {number} at when it was sent, on performance.now's clock
 * @property {string | undefined} [retryAfter] the header field
 * @property {string | undefined} [cache] X-Cache
 * @property {string | undefined} [url] of the image
 */

let serial = 0;

/**
 * Asks for a card that nobody has asked for before, unless a title is given. Never rejects.
 * @param {string} url a gateway's base URL
 * @param {string} key an API key
 * @param {string} [title]
 * @returns {Promise<Answer>}
 */
export async function generate(url, key, title = `Drill ${process.pid} ${serial++}`) {
  const at = performance.now();
  try {
    const response = await fetch(`${url}/api/v1/og/generate`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${key}` },
      body: JSON.stringify({ template: "blog", data: { title }, options: { format: "jpeg" } }),
      signal: AbortSignal.timeout(60_000),
    });
    const body = JSON.parse(await response.text());
    return {
      status: response.status,
      code: body.error?.code,
      ms: performance.now() - at,
      at,
      retryAfter: response.headers.get("retry-after") ?? undefined,
      cache: response.headers.get("x-cache") ?? undefined,
      url: body.data?.url,
    };
  } catch {
    return { status: 0, ms: performance.now() - at, at };
  }
}

/**
 * Keeps a number of requests under way until it is stopped.
 * @param {() => Promise<Answer>} ask
 * @param {number} clients
 */
export function startLoad(ask, clients) {
  /** @type {Answer[]} */
  const answers = [];
  let going = true;
  const client = async () => {
    while (going) answers.push(await ask());
  };
  const ended = Promise.all(Array.from({ length: clients }, client));
  return {
    answers,
    /** Sends no more, and gives all answers once the last is there. */
    async stop() {
      going = false;
      await ended;
      return answers;
    },
  };
}

/**
 * Sends requests at a rate, however slowly they are answered.
 * @param {() => Promise<Answer>} ask
 * @param {{ perSecond: number, forMs: number }} pace
 * @returns {Promise<Answer[]>}
 */
export async function sendAtRate(ask, { perSecond, forMs }) {
  const startedAt = performance.now();
  /** @type {Promise<Answer>[]} */
  const answers = [];
  for (let passed = 0; passed < forMs; passed = performance.now() - startedAt) {
    while (answers.length < (passed / 1000) * perSecond) answers.push(ask());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Promise.all(answers);
}

/**
 * @param {readonly number[]} values
 * @param {number} share 0 to 1
 */
export function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

/**
 * How many answers there were of each kind, for people: "412 × 200, 3 × 503 unavailable".
 * @param {readonly Answer[]} answers
 */
export function tally(answers) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { status, code } of answers) {
    const kind = status === 0 ? "no connection" : [status, code].filter(Boolean).join(" ");
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return Array.from(counts, ([kind, count]) => `${count} × ${kind}`).join(", ") || "none";
}
