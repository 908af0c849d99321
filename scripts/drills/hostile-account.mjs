import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { callGateway, createOtfFont, findFreePort } from "@placard/testing";
import { loadFor, tally } from "./load.mjs";
import { runOperator } from "./probes.mjs";

const maxBytes = 32 * 1024 * 1024;

/** Text of a number of characters that occurs nowhere else. */
const text = (length) => randomBytes(length).toString("hex").slice(0, length);

/** Sends a request, and once more if its connection was not used for 10 s, which the gateway then closes. */
const retry = (request) => request().catch(request);

/** `npm run drill -- hostile-account --minutes N`: 10 minutes by default. */
export const hostileAccount = {
  fault: "one account creates, deletes and renders all that it may, with the largest values",
  guarantee: "it adds at most 32 MB to Redis, and deleting and creating things again does not reset that",
  /** The pages of the site come from a local server. */
  options: { env: { RATE_LIMIT_API: "600", IMAGE_ALLOW_PRIVATE: "true" } },
  run,
};

async function run(placard, { minutes = 10, defer }) {
  const account = await placard.createAccount();
  const endsAt = performance.now() + minutes * 60_000;
  const outcomes = [];
  const send = async (name, method, path, body, token = account.key) => {
    const url = `${placard.url}/api/v1${path}`;
    const response = await retry(() => callGateway(url, method, { token, body }));
    outcomes.push({ status: response.status, code: name });
    if (response.status !== 429 || performance.now() > endsAt) return response.body.data;
    await delay(1_000 * Math.min(5, Number(response.headers.get("retry-after") ?? 1)));
    return send(name, method, path, body, token);
  };
  const session = (name, method, path, body) => send(name, method, path, body, account.token);
  /** Creates something, and mostly deletes what was created before. */
  const replace = (name, path, body, pathOf = ({ id }) => `${path}/${id}`) => {
    const created = [];
    return async () => {
      const data = await session(name, "POST", path, body());
      if (data) created.push(pathOf(data));
      if (created.length > 3) await session(`delete ${name}`, "DELETE", created.shift());
    };
  };
  const card = () => ({ template: "blog", data: { title: text(300), description: text(900) } });
  const port = await findFreePort();
  const remote = () => ({
    template: "product",
    data: { name: text(100), image: `http://127.0.0.1:${port}/${text(1_900)}.png` },
  });
  const document = (id) => ({
    template: { id, name: "x", description: "x", fields: { t: { type: "string" } } },
    html: `<main><h1>{{t}}</h1><p>${text(1_000)}</p></main>`,
  });
  const siteId = await startSite(session, defer);
  await session("template", "POST", "/og/templates", document("proofs"));
  let advance = 0;
  const events = ["image.rendered", "image.failed", "batch.finished"];
  const actions = {
    generate: () => send("generate", "POST", "/og/generate", card()),
    batch: () => send("batch", "POST", "/og/generate/batch", { requests: Array.from({ length: 50 }, card) }),
    remote: () => send("remote", "POST", "/og/generate", remote()),
    preview: () => send("preview", "POST", "/og/templates/preview", card()),
    template: replace("template", "/og/templates", () => document(`t${text(20)}`)),
    brand: () => session("brand", "PUT", `/brands/${text(20)}`, { site: text(60), displayName: text(60) }),
    asset: replace("asset", "/assets", () =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path id="${text(9)}" d="M0 0h3z"/></svg>`,
      ),
    ),
    site: replace("site", "/sites", () => ({ domain: `${text(50)}.example` })),
    webhook: replace("webhook", "/webhooks", () => ({
      url: `https://example.invalid/${text(1_900)}`,
      events,
    })),
    page: async () => {
      const { status } = await retry(() => fetch(`${placard.url}/og/page/${siteId}/${text(1_000)}.jpeg`));
      outcomes.push({ status, code: "page" });
    },
    proof: () => send("proof", "POST", "/og/templates/proofs/proof", document("proofs")),
    font: replace("font", "/assets", () => createOtfFont(++advance % 60_000)),
    key: replace("key", "/keys", () => ({ name: text(60) })),
    "signing key": replace("signing key", "/signing-keys", () => ({ name: text(60) })),
    account: () => session("account", "PATCH", "/account", { name: text(60) }),
    check: () => send("check", "GET", `/check?url=${encodeURIComponent(`http://127.0.0.1:${port}/`)}`),
  };
  const measure = async () => JSON.parse(await runOperator(placard, "usage", "--memory", "--json"));
  const before = await measure();
  const running = Promise.all(Object.values(actions).map((action) => loadFor(minutes * 60_000, action, 1)));
  while (performance.now() < endsAt) {
    await delay(Math.min(60_000, endsAt - performance.now()));
    const { total } = await measure();
    console.error(`  ${showBytes(total.bytes - before.total.bytes)} more`);
  }
  await running;
  const after = await measure();
  const added = after.total.bytes - before.total.bytes;
  const largest = after.kinds
    .slice(0, 6)
    .map(({ kind, keys, bytes }) => `${kind} ${showBytes(bytes)} (${keys})`);
  console.error(`  ${tally(outcomes)}`);
  return {
    held: added <= maxBytes,
    observed: `${showBytes(added)} in ${minutes} minutes and ${outcomes.length} requests; ${largest.join(", ")}`,
  };
}

/** Adds and verifies a site. Its page has the largest values and the longest `ETag` that are kept. */
async function startSite(session, defer) {
  let token = "";
  const names = ["og:title", "og:description", "og:site_name"];
  const server = createServer((req, res) => {
    if (req.url === "/.well-known/placard.txt") return res.end(token);
    const tags = names.map((name) => `<meta property="${name}" content="${text(4_000)}">`);
    return res.writeHead(200, { "Content-Type": "text/html", ETag: `"${text(250)}"` }).end(tags.join(""));
  });
  defer(() => server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const site = await session("site", "POST", "/sites", { domain: `localhost:${port}` });
  token = site.verification.file.content;
  await session("verify", "POST", `/sites/${site.id}/verify`, {});
  return site.id;
}

const showBytes = (bytes) => `${(bytes / 1024 / 1024).toFixed(1)} MB`;
