import { once } from "node:events";
import { Agent, request } from "node:http";

/**
 * A client of `POST /api/v1/og/generate` with keep-alive. Resolves with the bytes of the response; rejects if
 * the status is not 200.
 */
export function createClient({ url, key }) {
  const agent = new Agent({ keepAlive: true });
  return async function generate(body) {
    const bytes = JSON.stringify(body);
    const headers = {
      Authorization: `Bearer ${key}`,
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(bytes),
    };
    const sent = request(`${url}/api/v1/og/generate`, { method: "POST", agent, headers });
    sent.end(bytes);
    const [response] = await once(sent, "response");
    const chunks = [];
    for await (const chunk of response) chunks.push(chunk);
    const received = Buffer.concat(chunks);
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${received.toString()}`);
    return received;
  };
}

/**
 * Runs `act` with several clients at a time until `isOver` returns true. Resolves with the number of calls
 * and the ms taken.
 */
export async function runClients(clients, isOver, act) {
  const startedAt = performance.now();
  let count = 0;
  const client = async () => {
    while (!isOver(performance.now() - startedAt, count)) {
      count++;
      await act();
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { count, ms: performance.now() - startedAt };
}
