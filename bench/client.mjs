import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { fileURLToPath } from "node:url";
import { allocatorSettings } from "./allocator.mjs";

/** A client of one gateway with keep-alive. Resolves with the parsed body; rejects if the status is not 200. */
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
    let text = "";
    for await (const chunk of response) text += chunk;
    if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
    return JSON.parse(text);
  };
}

/** Runs render-loop.mjs in a process of its own. */
export async function startRenderLoop() {
  const child = fork(fileURLToPath(new URL("render-loop.mjs", import.meta.url)), {
    env: { ...process.env, ...allocatorSettings },
  });
  await once(child, "message");
  return {
    pid: child.pid,
    async measure(task) {
      child.send(task);
      const [result] = await once(child, "message");
      return result;
    },
    stop: () => child.kill(),
  };
}

/** The q-quantile of the values, with q from 0 to 1. */
export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}
