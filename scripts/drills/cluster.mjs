import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import {
  callGateway,
  poll,
  sendRedisCommand,
  startPlacard,
  startRedisCluster,
  startWebhookReceiver,
} from "@placard/testing";
import { generate, isOk, sendAtRate, summarize, tally } from "./load.mjs";

const rate = { perSecond: 48, durationMs: 35_000 };
const maxRecoveryMs = 5_000;
const env = { RATE_LIMIT_API: "0", RATE_LIMIT_ACCOUNT: "0", IMAGE_ALLOW_PRIVATE: "true" };

export const clusterFailover = {
  fault:
    "in a Redis Cluster of three masters with replicas, the master with all keys is killed (SIGKILL) under load of three accounts, and later returns as a replica",
  guarantee:
    "every response is the one to its request and account; until 5 s after the failover, requests can fail, with 503 unavailable and Retry-After only; no request hangs; no image is rendered more than twice; afterwards webhooks are called, both renderers take jobs, and every process stops",
  options: { renderers: 0, gateways: 0 },
  async run(_placard, { defer }) {
    const cluster = await startRedisCluster({ hasReplicas: true });
    defer(cluster.stop);
    const receiver = await startWebhookReceiver();
    defer(receiver.stop);
    const placard = await startPlacard({ redisUrl: cluster.url, renderers: 2, env });
    defer(placard.stop);
    const requests = (await Promise.all([1, 2, 3].map(() => startAccount(placard, receiver)))).flat();
    let serial = 0;
    const load = sendAtRate(() => {
      const send = requests[serial % requests.length];
      return send(`Card ${Math.floor(serial++ / requests.length)}`);
    }, rate);
    await delay(5_000);

    const master = await cluster.masterOf("placard");
    await master.kill();
    const killedAt = performance.now();
    const [other] = cluster.masters.filter((node) => node !== master);
    await poll("the replica to take over", async () => {
      const slots = await sendRedisCommand(other.port, "CLUSTER SLOTS");
      return !slots.includes(`:${master.port}\r\n`);
    });
    const failedOverAt = performance.now();
    await delay(maxRecoveryMs);
    const recoveredAt = performance.now();
    const renderedBefore = placard.renderers.map((renderer) => renderedBy(renderer).length);
    await master.restart();

    const outcomes = await load;
    const failed = outcomes.filter((outcome) => !isOk(outcome));
    const lastFailure = Math.max(failedOverAt, ...failed.map(({ at }) => at)) - failedOverAt;
    const isPermitted = ({ code, retryAfter, at }) =>
      code === "unavailable" && Number(retryAfter) > 0 && at < recoveredAt;
    const checks = await Promise.all(outcomes.filter(isOk).map(({ isRight }) => isRight()));
    const wrong = checks.filter((isRight) => !isRight).length;
    const later = outcomes.filter(({ cache, at }) => cache === "MISS" && at > recoveredAt);
    const isCalled = ({ imageId }) =>
      receiver.requestsTo("/").some(({ body }) => JSON.parse(body).data.id === imageId);
    const isEachCalled = await poll("the webhooks of later images", () => later.every(isCalled)).catch(
      () => false,
    );
    const renders = new Map();
    for (const id of renderedBy(placard)) renders.set(id, (renders.get(id) ?? 0) + 1);
    const repeated = [...renders.values()].filter((count) => count > 1);
    const areRendering = placard.renderers.every((each, i) => renderedBy(each).length > renderedBefore[i]);
    const { slowest } = summarize(outcomes);
    const processes = [...placard.gateways, ...placard.renderers];
    const statuses = await Promise.all(processes.map((each) => each.stop()));
    return {
      held:
        wrong === 0 &&
        failed.every(isPermitted) &&
        slowest < 20_000 &&
        repeated.every((count) => count === 2) &&
        isEachCalled &&
        areRendering &&
        statuses.every((status) => status === 0),
      observed:
        `failover after ${(failedOverAt - killedAt).toFixed(0)} ms; ${tally(outcomes)}, ${wrong} wrong, slowest ${slowest.toFixed(0)} ms; ` +
        `last failure ${lastFailure.toFixed(0)} ms after the failover; ` +
        `${renders.size} images rendered, ${repeated.length} of them again (at most ${Math.max(1, ...repeated)} times); ` +
        `webhooks of ${later.filter(isCalled).length} of ${later.length} later images; ` +
        `${areRendering ? "both renderers" : "not both renderers"} took jobs; exit statuses ${statuses.join(", ")}`,
    };
  },
};

/**
 * Creates an account with a webhook. Resolves with functions that send a request of it: for a new image, for
 * one that exists, and for the session. `isRight` checks a successful response.
 */
async function startAccount({ createAccount, url }, receiver) {
  const { id, key, token } = await createAccount();
  const call = (method, path, body) => callGateway(`${url}/api/v1${path}`, method, { token, body });
  await call("POST", "/webhooks", { url: `${receiver.url}/`, events: ["image.rendered"] });
  const card = async (title) => {
    const outcome = await generate({ url, key }, title);
    const imageId = basename(outcome.url ?? "", ".jpeg");
    const isRight = async () =>
      (await call("GET", `/account/images/${imageId}`)).body.data.data?.title === title; // 404 for other accounts
    return { ...outcome, imageId, isRight };
  };
  const session = async () => {
    const at = performance.now();
    const { status, headers, body } = await call("GET", "/auth/session");
    const isRight = () => body.data.user?.id === id;
    const retryAfter = headers.get("retry-after");
    return { status, code: body.error?.code, retryAfter, at, ms: performance.now() - at, isRight };
  };
  return [card, () => card("Cached"), session];
}

/** The IDs of the images that a process has rendered, from its log. */
function renderedBy({ logs }) {
  return logs().flatMap(({ msg, imageId }) => (msg === "image rendered" ? [imageId] : []));
}
