import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { Webhook } from "standardwebhooks";
import {
  deriveImageId,
  queueOptions,
  renderJobId,
  renderJobPolicy,
  renderQueue,
  type Recipe,
  type RenderJob,
} from "@placard/contracts";
import {
  expireAuthentication,
  getSharedPlacard,
  poll,
  registerTestClient,
  startWebhookReceiver,
  type ApiResponse,
  type ReceivedWebhook,
  type SharedPlacard,
  type TestClient,
  type WebhookReceiver,
} from "@placard/testing";
import { Queue } from "bullmq";
import { Redis } from "ioredis";

interface CreatedWebhook {
  id: string;
  secret: string;
  /** The path of its URL. */
  path: string;
}

describe("webhooks", () => {
  let placard: SharedPlacard;
  let receiver: WebhookReceiver;
  let redis: Redis;
  let ada: TestClient;
  let key: string;
  before(async () => {
    placard = await getSharedPlacard();
    redis = new Redis(placard.redis.url);
    receiver = await startWebhookReceiver((path, earlier) => {
      if (path.startsWith("/fails-once/") && earlier === 0) return { status: 503 };
      if (path.startsWith("/fails/")) return { status: 500 };
      if (path.startsWith("/gone/")) return { status: 410 };
      if (path.startsWith("/redirects/")) return { status: 307, headers: { location: "/redirected" } };
      return { status: 204 };
    });
  });
  after(async () => {
    redis?.disconnect();
    await receiver?.stop();
  });
  beforeEach(async () => {
    ada = await registerTestClient(placard.url);
    key = (await ada.callWithToken("POST", "/keys", { name: "test" })).body.data.key;
  });

  const outcome = ({ status, body }: ApiResponse) => `${status} ${body.error?.code ?? "ok"}`;
  const list = async (client = ada) => (await client.callWithToken("GET", "/webhooks")).body.data.webhooks;
  const deliveriesOf = async (id: string) =>
    (await ada.callWithToken("GET", `/webhooks/${id}/deliveries`)).body.data.deliveries;

  async function create(events: string[], kind = "receives", client = ada): Promise<CreatedWebhook> {
    const path = `/${kind}/${randomUUID()}`;
    const { status, body } = await client.callWithToken("POST", "/webhooks", {
      url: receiver.url + path,
      events,
    });
    assert.equal(status, 201, JSON.stringify(body));
    return { id: body.data.id, secret: body.data.secret, path };
  }

  /** Waits for the next requests to a webhook, and verifies them with the library of the specification. */
  async function receive({ path, secret }: CreatedWebhook, count = 1): Promise<ReceivedWebhook[]> {
    await poll(`${count} requests to ${path}`, () => receiver.requestsTo(path).length >= count);
    const requests = receiver.requestsTo(path);
    for (const { body, headers } of requests) new Webhook(secret).verify(body, headers);
    return requests;
  }

  const eventOf = ({ body }: ReceivedWebhook) => JSON.parse(body);

  async function generate(title: string, options: object = {}) {
    const { body } = await ada.call("POST", "/og/generate", {
      token: key,
      body: { template: "blog", data: { title }, options },
    });
    assert.equal(body.success, true, JSON.stringify(body));
    return body.data;
  }

  it("are created with a secret that is shown once, and listed without it", async () => {
    const { status, body } = await ada.callWithToken("POST", "/webhooks", {
      url: `${receiver.url}/x`,
      events: ["image.rendered"],
    });
    assert.equal(status, 201);
    const { secret, ...rest } = body.data;
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.deepEqual(await list(), [rest]);
    assert.deepEqual(
      [rest.url, rest.events, rest.isEnabled, rest.hint],
      [`${receiver.url}/x`, ["image.rendered"], true, secret.slice(-4)],
    );
    for (let i = 0; i < 4; i++) await create(["image.failed"]);
    const limited = await ada.callWithToken("POST", "/webhooks", {
      url: receiver.url,
      events: ["image.failed"],
    });
    assert.equal(outcome(limited), "409 limit_reached");
    assert.match(limited.body.error.message, /at most 5 webhooks/);
  });

  it("are rejected with an invalid URL or without a known event", async () => {
    const url = receiver.url;
    for (const [body, path] of [
      [{ url, events: [] }, "/events"],
      [{ url, events: ["image.viewed"] }, "/events/0"],
      [{ url, events: ["image.failed", "image.failed"] }, "/events"],
      [{ url: "example.com", events: ["image.failed"] }, "/url"],
      [{ url: "ftp://example.com", events: ["image.failed"] }, "/url"],
      [{ url: "https://user@example.com", events: ["image.failed"] }, "/url"],
      [{ url: "https://example.com/a\r\nb", events: ["image.failed"] }, "/url"],
      [{ url: " https://example.com", events: ["image.failed"] }, "/url"],
      [{ url: `https://example.com/${"a".repeat(2_048)}`, events: ["image.failed"] }, "/url"],
      [{ url, events: ["image.failed"], secret: "whsec_AAAA" }, "/secret"],
    ] as const) {
      const response = await ada.callWithToken("POST", "/webhooks", body);
      assert.equal(outcome(response), "400 validation_failed", JSON.stringify(body));
      assert.equal(response.body.error.details[0].path, path);
    }
    assert.deepEqual(await list(), []);
  });

  it("need a recent sign-in to be created, rotated and deleted", async () => {
    const { id } = await create(["image.failed"]);
    await expireAuthentication(placard.redis.url, ada.token());
    const body = { url: receiver.url, events: ["image.failed"] };
    for (const response of [
      await ada.callWithToken("POST", "/webhooks", body),
      await ada.callWithToken("POST", `/webhooks/${id}/secret`),
      await ada.callWithToken("DELETE", `/webhooks/${id}`),
    ])
      assert.equal(outcome(response), "403 reauthentication_required");
    assert.equal((await ada.callWithToken("GET", "/webhooks")).status, 200);
  });

  it("receive a signed `image.rendered` once per render, not for an image that exists", async () => {
    const webhook = await create(["image.rendered"]);
    const title = randomUUID();
    const image = await generate(title);
    await generate(title);
    await generate(`${title} 2`);
    const requests = await receive(webhook, 2); // in any order
    const first = requests.find((each) => eventOf(each).data.url === image.url);
    const second = requests.find((each) => each !== first);
    assert.ok(first && second);
    const { type, timestamp, data } = eventOf(first);
    assert.equal(type, "image.rendered");
    assert.ok(Math.abs(Date.now() - Date.parse(timestamp)) < 120_000);
    const { id, template, requestId, ...metadata } = data;
    assert.deepEqual(metadata, image);
    assert.deepEqual([template, image.url.includes(id)], ["blog", true]);
    assert.ok(requestId);
    assert.equal(first.headers["content-type"], "application/json");
    assert.notEqual(first.headers["webhook-id"], second.headers["webhook-id"]);
    const deliveries = await poll("two delivered deliveries", async () => {
      const found = await deliveriesOf(webhook.id);
      return found.every(({ state }: { state: string }) => state === "delivered") && found;
    });
    assert.equal(deliveries.length, 2);
    assert.equal(receiver.requestsTo(webhook.path).length, 2);
    const metrics = await Promise.all(
      placard.gateways.map(async ({ adminUrl }) => (await fetch(`${adminUrl}/metrics`)).text()),
    );
    assert.ok(metrics.some((text) => /placard_webhook_attempts_total\{.*"delivered".*\} [1-9]/.test(text)));
  });

  it("receive `batch.finished` with the result of each request", async () => {
    const webhook = await create(["batch.finished"]);
    const requests = [
      { template: "blog", data: { title: randomUUID() } },
      { template: "blog", data: {} },
    ];
    const { body, requestId } = await ada.call("POST", "/og/generate/batch", {
      token: key,
      body: { requests },
    });
    const [request] = await receive(webhook);
    assert.deepEqual(eventOf(request!).data, {
      requestId,
      results: [
        { status: 200, url: body.data.results[0].data.url },
        { status: 400, error: "validation_failed" },
      ],
    });
  });

  it("receive `image.failed` with the reason", async () => {
    const webhook = await create(["image.failed", "image.rendered"]);
    const { user } = (await ada.callWithToken("GET", "/account")).body.data;
    const recipe: Recipe = {
      owner: user.id,
      template: { id: "deleted", version: 1, hash: "A".repeat(43) },
      data: {},
      width: 1200,
      height: 630,
      format: "png",
      quality: 90,
    };
    const id = deriveImageId(recipe);
    const job: RenderJob = {
      id,
      recipe,
      queue: renderQueue,
      flightId: "AAAAAAAA",
      requestId: randomUUID(),
      deadline: Date.now() + 120_000,
      price: 1,
    };
    const queue = new Queue<RenderJob>(renderQueue, { connection: redis, ...queueOptions });
    await queue.add("render", job, { ...renderJobPolicy, jobId: renderJobId(id) });
    const [request] = await receive(webhook);
    const { type, data } = eventOf(request!);
    assert.equal(type, "image.failed");
    assert.deepEqual(data, { id, template: "deleted", requestId: job.requestId, reason: "gone" });
  });

  it("are retried with the same `webhook-id` until the server responds with 2xx", async () => {
    const webhook = await create(["image.rendered"], "fails-once");
    await generate(randomUUID());
    const [first, second] = await receive(webhook, 2);
    assert.equal(first?.headers["webhook-id"], second?.headers["webhook-id"]);
    assert.equal(first?.body, second?.body);
    const seconds =
      Number(second?.headers["webhook-timestamp"]) - Number(first?.headers["webhook-timestamp"]);
    assert.ok(seconds >= 4, `${seconds} s`); // 5 s, of timestamps without fractions
    const delivered = await poll("the delivery", async () => {
      const [delivery] = await deliveriesOf(webhook.id);
      return delivery.state === "delivered" && delivery;
    });
    assert.deepEqual([delivered.attempts, delivered.nextAttemptAt], [2, null]);
  });

  it("say why a server could not be called, also a local one where private addresses are valid", async () => {
    const url = "http://127.0.0.1:1/";
    const { id } = (await ada.callWithToken("POST", "/webhooks", { url, events: ["image.failed"] })).body
      .data;
    await ada.callWithToken("POST", `/webhooks/${id}/test`);
    const waiting = await poll("a failed attempt", async () => {
      const [delivery] = await deliveriesOf(id);
      return delivery?.attempts === 1 && delivery;
    });
    assert.match(waiting.lastAttempt.error, /its host is unknown or cannot be reached/);
  });

  it("are signed with both secrets for 24 hours after a rotation", async () => {
    const webhook = await create(["image.failed"]);
    const rotated = (await ada.callWithToken("POST", `/webhooks/${webhook.id}/secret`)).body.data;
    assert.notEqual(rotated.secret, webhook.secret);
    const hours = (Date.parse(rotated.previousSecretExpiresAt) - Date.now()) / 3_600_000;
    assert.ok(hours > 23.9 && hours <= 24.1, `${hours} hours`);
    await ada.callWithToken("POST", `/webhooks/${webhook.id}/test`);
    const [request] = await receive(webhook); // verifies with the previous secret
    new Webhook(rotated.secret).verify(request!.body, request!.headers);
    assert.equal(request!.headers["webhook-signature"]?.split(" ").length, 2);
    assert.deepEqual(eventOf(request!).data, { webhookId: webhook.id });
    assert.throws(() => new Webhook(`whsec_${"A".repeat(43)}=`).verify(request!.body, request!.headers));
  });

  it("do not follow redirects, and are disabled by a response with 410", async () => {
    const redirects = await create(["image.rendered"], "redirects");
    const gone = await create(["image.rendered"], "gone");
    await generate(randomUUID());
    const [retried] = await poll("the redirect", async () => {
      const found = await deliveriesOf(redirects.id);
      return found[0]?.lastAttempt ? found : undefined;
    });
    assert.deepEqual([retried.state, retried.lastAttempt.status], ["waiting", 307]);
    assert.deepEqual(receiver.requestsTo("/redirected"), []);
    const disabled = await poll("the webhook to be disabled", async () =>
      (await list()).find(
        ({ id, isEnabled }: { id: string; isEnabled: boolean }) => id === gone.id && !isEnabled,
      ),
    );
    assert.equal(disabled.disabledBy, "server");
    const [failed] = await poll("the failure", async () => {
      const found = await deliveriesOf(gone.id);
      return found[0]?.state === "failed" && found;
    });
    assert.deepEqual([failed.attempts, failed.lastAttempt.status], [1, 410]);
    for (const path of ["test", `deliveries/${failed.id}/redeliver`])
      assert.equal(
        outcome(await ada.callWithToken("POST", `/webhooks/${gone.id}/${path}`)),
        "409 webhook_disabled",
      );
    const enabled = await ada.callWithToken("PATCH", `/webhooks/${gone.id}`, { isEnabled: true });
    assert.deepEqual([enabled.body.data.isEnabled, enabled.body.data.disabledBy], [true, null]);
  });

  it("are delivered again on request, with the same `webhook-id` and body", async () => {
    const webhook = await create(["image.rendered"]);
    await generate(randomUUID());
    const [first] = await receive(webhook);
    const [delivery] = await poll("the delivery", async () => {
      const found = await deliveriesOf(webhook.id);
      return found[0].state === "delivered" && found;
    });
    const path = `/webhooks/${webhook.id}/deliveries`;
    const redelivered = await ada.callWithToken("POST", `${path}/${delivery.id}/redeliver`);
    assert.deepEqual([redelivered.status, redelivered.body.data.id], [202, delivery.id]);
    const [, second] = await receive(webhook, 2);
    assert.deepEqual(
      [second?.body, second?.headers["webhook-id"]],
      [first?.body, first?.headers["webhook-id"]],
    );
    assert.equal(outcome(await ada.callWithToken("POST", `${path}/msg_none/redeliver`)), "404 not_found");
    for (let i = 0; i < 2; i++) await ada.callWithToken("POST", `/webhooks/${webhook.id}/test`);
    const page = (await ada.callWithToken("GET", `${path}?limit=2`)).body.data;
    const rest = (await ada.callWithToken("GET", `${path}?limit=2&cursor=${page.nextCursor}`)).body.data;
    assert.deepEqual([page.deliveries.length, rest.deliveries.length, rest.nextCursor], [2, 1, null]);
    assert.equal(rest.deliveries[0].id, delivery.id);
  });

  it("are called only for their events, and not while they are disabled", async () => {
    const other = await create(["batch.finished"]);
    const disabled = await create(["image.rendered"]);
    const changed = await create(["image.rendered"]);
    await ada.callWithToken("PATCH", `/webhooks/${disabled.id}`, { isEnabled: false });
    await ada.callWithToken("PATCH", `/webhooks/${changed.id}`, { events: ["image.failed"] });
    const subscribed = await create(["image.rendered"]);
    await generate(randomUUID());
    await receive(subscribed);
    for (const { id, path } of [other, disabled, changed]) {
      assert.deepEqual(await deliveriesOf(id), []);
      assert.deepEqual(receiver.requestsTo(path), []);
    }
  });

  it("of another account cannot be seen or changed", async () => {
    const webhook = await create(["image.rendered"]);
    await ada.callWithToken("POST", `/webhooks/${webhook.id}/test`);
    await receive(webhook);
    const [delivery] = await deliveriesOf(webhook.id);
    const eve = await registerTestClient(placard.url);
    const path = `/webhooks/${webhook.id}`;
    for (const response of [
      await eve.callWithToken("PATCH", path, { isEnabled: false }),
      await eve.callWithToken("POST", `${path}/secret`),
      await eve.callWithToken("POST", `${path}/test`),
      await eve.callWithToken("GET", `${path}/deliveries`),
      await eve.callWithToken("POST", `${path}/deliveries/${delivery.id}/redeliver`),
      await eve.callWithToken("DELETE", path),
    ])
      assert.equal(outcome(response), "404 not_found");
    assert.deepEqual(await list(eve), []);
    assert.equal((await deliveriesOf(webhook.id)).length, 1);
    const events = (await list())[0];
    assert.deepEqual([events.isEnabled, events.previousSecretExpiresAt], [true, null]);
    for (const token of [undefined, key])
      assert.equal(outcome(await ada.call("GET", "/webhooks", { token })), "401 unauthorized");
  });

  it("are deleted with their deliveries, alone or with the account, and are part of its export", async () => {
    const first = await create(["image.rendered"], "fails");
    const second = await create(["image.rendered"], "fails");
    await generate(randomUUID());
    for (const { id } of [first, second])
      await poll("a failed attempt", async () => (await deliveriesOf(id))[0]?.attempts >= 1);
    const exported = (await ada.callWithToken("GET", "/account/export")).body.data;
    const byId = (webhooks: { id: string }[]) => webhooks.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    assert.deepEqual(byId(exported.webhooks), byId(await list()));
    assert.ok(!JSON.stringify(exported).includes(first.secret));
    const remaining = (id: string) =>
      redis.exists(`{placard}:webhook-deliveries-of:${id}`, `{placard}:webhook-delivery-times-of:${id}`);
    assert.equal(await remaining(first.id), 2);
    assert.equal((await ada.callWithToken("DELETE", `/webhooks/${first.id}`)).status, 200);
    assert.deepEqual([await remaining(first.id), await remaining(second.id)], [0, 2]);
    assert.equal(outcome(await ada.callWithToken("DELETE", `/webhooks/${first.id}`)), "404 not_found");
    const { user } = (await ada.callWithToken("GET", "/account")).body.data;
    const types = (await ada.callWithToken("GET", "/account/events")).body.data.events.map(
      ({ type }: { type: string }) => type,
    );
    assert.deepEqual(types.slice(0, 4), [
      "webhook_deleted",
      "account_exported",
      "webhook_created",
      "webhook_created",
    ]);
    assert.equal((await ada.callWithToken("DELETE", "/account")).status, 200);
    assert.equal(await remaining(second.id), 0);
    assert.equal(await redis.exists(`{placard}:webhooks-of:${user.id}`), 0);
  });
});
