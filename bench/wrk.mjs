import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { startProcess } from "./processes.mjs";
import { quantile } from "./report.mjs";

const rounds = 5;
const seconds = 4;
const connections = 64;

/** Starts a bare node:http server that responds to each request with the result of one Redis GET of `key`. */
export async function startBaseline(redisUrl, key) {
  const { ready, stop } = await startProcess("baseline-server.mjs", "redis", redisUrl, key);
  return { url: ready, stop };
}

/**
 * Measures each server in turn with wrk and one repeated request. Prints requests per second and the ratio to
 * the first server, and resolves with the ratios by name. Throws if a response is an error.
 */
export async function compare(servers, { directory, method, path, key, headers = {}, body }) {
  const script = join(directory, "wrk.lua");
  const fields = {
    ...headers,
    ...(key && { Authorization: `Bearer ${key}` }),
    ...(body && { "Content-Type": "application/json" }),
  };
  const lines = [`wrk.method = "${method}"`];
  for (const [name, value] of Object.entries(fields)) lines.push(`wrk.headers["${name}"] = [[${value}]]`);
  if (body) lines.push(`wrk.body = [[${JSON.stringify(body)}]]`);
  await writeFile(script, lines.join("\n"));

  const results = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, url] of Object.entries(servers)) {
      const args = ["-t1", `-c${connections}`, `-d${seconds}s`, "-s", script, url + path];
      const { stdout } = await promisify(execFile)("wrk", args);
      if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout);
      const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)[1]);
      if (round >= 0) results[name].push(rate); // the first round is a warm-up
    }
  }
  const [baseline] = Object.values(results);
  const rows = Object.entries(results).map(([server, rates]) => ({
    server,
    "requests/s": Math.round(quantile(rates, 0.5)),
    ratio: Number(
      quantile(
        rates.map((rate, i) => rate / baseline[i]),
        0.5,
      ).toFixed(3),
    ),
  }));
  console.table(rows);
  return Object.fromEntries(rows.map(({ server, ratio }) => [server, ratio]));
}
