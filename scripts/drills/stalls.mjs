import { setTimeout as delay } from "node:timers/promises";
import { startHttpServer } from "@placard/testing";
import {
  hostileBodies,
  hostileDocumentRequests,
  hostileDocuments,
  hostileDrafts,
  hostileImageHeaders,
  hostilePages,
  hostileUploads,
} from "@placard/testing/hostile-inputs";
import { send } from "./load.mjs";
import { readMetric } from "./probes.mjs";

const copies = 3;
const maxDelayMs = 100;
const idleMs = 10_000;

export const stalls = {
  fault: "the worst known inputs of each parser, three of each at a time",
  guarantee:
    "no input delays the event loop of a gateway or a renderer by more than 100 ms, beyond the longest delay of an idle stretch",
  /** For the pages, which a local server sends. */
  options: { env: { IMAGE_ALLOW_PRIVATE: "true" } },
  async run(placard, { defer }) {
    const inputs = [];
    const add = (name, path, body, method = body ? "POST" : "GET") =>
      inputs.push({ name, path, body, method });
    for (const [name, url] of await startSites(defer))
      add(name, `/check?image=true&url=${encodeURIComponent(url)}`);
    for (const [name, file] of Object.entries(hostileUploads)) add(`upload: ${name}`, "/assets", file);
    for (const [name, { path, text }] of Object.entries(hostileBodies))
      add(`JSON: ${name}`, `/og/${path}`, text);
    for (const [name, html] of Object.entries(hostileDocuments))
      for (const { path, text } of hostileDocumentRequests(html))
        add(`${path}: ${name}`, `/og/${path}`, text);
    for (const [name, { path, text }] of Object.entries(hostileDrafts))
      add(`draft: ${name}`, `/og/${path}`, text, "PUT");
    add("a list of large drafts", "/og/drafts");
    await readDelays(placard);
    await delay(idleMs);
    const idle = longest(await readDelays(placard));
    console.error(`  idle for ${idleMs / 1000} s: ${idle.toFixed(0)} ms`);
    const rows = [];
    for (const { name, ...request } of inputs) {
      const responses = await Promise.all(Array.from({ length: copies }, () => call(placard, request)));
      const statuses = new Set(responses.map(({ status }) => status));
      const delays = await readDelays(placard);
      rows.push({ name, delays, ms: longest(delays) });
      console.error(`  ${name}: ${describe(delays)} (${[...statuses].join(", ")})`);
    }
    const slow = rows.filter(({ ms }) => ms > maxDelayMs + idle).toSorted((a, b) => b.ms - a.ms);
    const listed = slow.map(({ name, delays }) => `; ${name} ${describe(delays)}`).join("");
    return {
      held: slow.length === 0,
      observed: `idle ${idle.toFixed(0)} ms, longest ${longest(rows).toFixed(0)} ms of ${rows.length} inputs${listed}`,
    };
  },
};

/** Starts servers of the pages and of their images. */
async function startSites(defer) {
  const sites = new Map();
  const html = (text) => (_req, res) => void res.writeHead(200, { "Content-Type": "text/html" }).end(text);
  const add = async (name, page, others = {}) => {
    const path = `/${"a".repeat(990)}`;
    const server = await startHttpServer({ [path]: html(page), ...others });
    defer(server.stop);
    sites.set(name, server.url + path);
  };
  const serve = (file) => (_req, res) => void res.end(file);
  for (const [name, text] of Object.entries(hostilePages)) await add(`page: ${name}`, text);
  const page = '<meta property="og:image" content="/image">';
  for (const [name, file] of Object.entries(hostileImageHeaders))
    await add(`image of a page: ${name}`, page, { "/image": serve(file) });
  return sites;
}

/** Sends a request to a path below `/api/v1`. */
function call({ url, key }, { path, body, method }) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  return send(`${url}/api/v1${path}`, { method, headers, body, signal: AbortSignal.timeout(120_000) });
}

/** The longest delay of each process since the last call, in ms. Reading it resets it. */
function readDelays({ gateways, renderers }) {
  const read = (name) => async (process) => {
    const [seconds] = (await readMetric(process, "nodejs_eventloop_lag_max_seconds")).values();
    return { name, ms: seconds * 1000 };
  };
  return Promise.all([...gateways.map(read("gateway")), ...renderers.map(read("renderer"))]);
}

const longest = (delays) => Math.max(...delays.map(({ ms }) => ms));

const describe = (delays) => delays.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(", ");
