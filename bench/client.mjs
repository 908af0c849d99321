import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";

/** A client of one gateway that keeps its connections; resolves with the parsed answer, rejects unless it is a 200. */
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
    const [answer] = await once(sent, "response");
    let text = "";
    for await (const chunk of answer) text += chunk;
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
    return JSON.parse(text);
  };
}

/** The render loop in its own process: `ask` it, `stop` it. */
export async function startRenderLoop() {
  const child = fork(fileURLToPath(new URL("render-loop.mjs", import.meta.url)));
  await once(child, "message");
  return {
    async ask(question) {
      child.send(question);
      const [answer] = await once(child, "message");
      return answer;
    },
    stop: () => child.kill(),
  };
}

/** The value below which the share `q` of the values lies. */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}
