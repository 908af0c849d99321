import { setTimeout as delay } from "node:timers/promises";
import {
  hostileBodies,
  hostileDocumentRequests,
  hostileDocuments,
  hostileImageHeaders,
  hostilePages,
  hostileRobotsFiles,
  hostileUploads,
  startHttpServer,
} from "@placard/testing";

export const fault = "the worst known inputs of each parser, three of each at a time";
export const guarantee =
  "no input delays the event loop of a gateway or a renderer by more than 100 ms, beyond the longest delay of an idle stretch";

/** For the pages, which a local server sends. */
export const options = { env: { IMAGE_ALLOW_PRIVATE: "true" } };

const copies = 3;
const maxDelayMs = 100;
const idleMs = 10_000;

export async function run(placard) {
  const sites = await startSites();
  const send = (path, body) => sendRequest(placard, path, body);
  const check = (site) => () => send(`/check?image=true&url=${encodeURIComponent(site)}`);
  const post =
    ({ path, text }) =>
    () =>
      send(`/og/${path}`, text);
  /** @type {[name: string, request: () => Promise<number>][]} */
  const inputs = [];
  for (const name of Object.keys(hostilePages)) inputs.push([`page: ${name}`, check(sites.pageUrl(name))]);
  for (const name of Object.keys(hostileRobotsFiles))
    inputs.push([`robots.txt: ${name}`, check(await sites.robotsUrl(name))]);
  for (const name of Object.keys(hostileImageHeaders))
    inputs.push([`image of a page: ${name}`, check(sites.imagePageUrl(name))]);
  for (const [name, file] of Object.entries(hostileUploads))
    inputs.push([`upload: ${name}`, () => send("/assets", file)]);
  for (const [name, body] of Object.entries(hostileBodies)) inputs.push([`JSON: ${name}`, post(body)]);
  for (const [name, html] of Object.entries(hostileDocuments))
    for (const each of hostileDocumentRequests(html)) inputs.push([`${each.path}: ${name}`, post(each)]);
  try {
    await readDelays(placard);
    await delay(idleMs);
    const idle = longest(await readDelays(placard));
    console.error(`  idle for ${idleMs / 1000} s: ${idle.toFixed(0)} ms`);
    const rows = [];
    for (const [name, request] of inputs) {
      const statuses = await Promise.all(Array.from({ length: copies }, request));
      const delays = await readDelays(placard);
      rows.push({ name, delays, ms: longest(delays) });
      console.error(`  ${name}: ${describe(delays)} (${[...new Set(statuses)].join(", ")})`);
    }
    const slow = rows.filter(({ ms }) => ms > maxDelayMs + idle).toSorted((a, b) => b.ms - a.ms);
    const listed = slow.map(({ name, delays }) => `${name} ${describe(delays)}`).join("; ");
    return {
      held: slow.length === 0,
      observed: `idle ${idle.toFixed(0)} ms, longest ${Math.max(...rows.map(({ ms }) => ms)).toFixed(0)} ms of ${rows.length} inputs${slow.length > 0 ? `; ${listed}` : ""}`,
    };
  } finally {
    await sites.stop();
  }
}

/** Servers of the pages and their images, and of the robots.txt files: an origin has one file. */
async function startSites() {
  const html = (text) => (_req, res) => void res.writeHead(200, { "Content-Type": "text/html" }).end(text);
  const names = Object.keys(hostilePages);
  const images = Object.entries(hostileImageHeaders);
  const server = await startHttpServer(
    Object.fromEntries([
      ...names.map((name, i) => [`/${i}`, html(hostilePages[name])]),
      ...images.map((_, i) => [`/with-image/${i}`, html(`<meta property="og:image" content="/image/${i}">`)]),
      ...images.map(([, file], i) => [`/image/${i}`, (_req, res) => void res.end(file)]),
    ]),
  );
  const servers = [server];
  return {
    pageUrl: (name) => `${server.url}/${names.indexOf(name)}`,
    imagePageUrl: (name) => `${server.url}/with-image/${images.findIndex(([each]) => each === name)}`,
    async robotsUrl(name) {
      const path = `/${"a".repeat(990)}`;
      const site = await startHttpServer({
        [path]: html("<title>A page</title>"),
        "/robots.txt": (_req, res) => void res.end(hostileRobotsFiles[name]),
      });
      servers.push(site);
      return site.url + path;
    },
    stop: () => Promise.all(servers.map((each) => each.stop())),
  };
}

/**
 * Sends a GET request, or a POST request with a body. Resolves with the status, or 0 if the connection failed.
 * @param path below `/api/v1`
 * @param {any} [body]
 */
async function sendRequest(placard, path, body) {
  const headers = { Authorization: `Bearer ${placard.key}`, "Content-Type": "application/json" };
  const signal = AbortSignal.timeout(120_000);
  try {
    const response = await fetch(`${placard.url}/api/v1${path}`, {
      headers,
      signal,
      ...(body && { method: "POST", body }),
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** The longest delay of each process since the last call, in ms. Reading it resets it. */
async function readDelays({ gateways, renderers }) {
  const named = [
    ...gateways.map((each) => ["gateway", each]),
    ...renderers.map((each) => ["renderer", each]),
  ];
  const read = async ([name, { adminUrl }]) => {
    const text = await (await fetch(`${adminUrl}/metrics`)).text();
    const [, seconds] = /^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text) ?? [];
    return { name, ms: Number(seconds) * 1000 };
  };
  return await Promise.all(named.map(read));
}

const longest = (delays) => Math.max(...delays.map(({ ms }) => ms));

const describe = (delays) => delays.map(({ name, ms }) => `${name} ${ms.toFixed(0)} ms`).join(", ");
