import assert from "node:assert/strict";
import {
  poll,
  registerTestClient,
  startHttpServer,
  startPlacard,
  startWebhookReceiver,
  type Placard,
  type TestClient,
} from "@placard/testing";
import { Redis } from "ioredis";
import { createWebhookDeliveries, type WebhookDelivery } from "./delivery-store.ts";
import { createWebhooks } from "./webhook-store.ts";

describe("webhooks of an installation", () => {
  let placard: Placard;
  let redis: Redis;
  before(async () => {
    placard = await startPlacard({ inProcess: ["gateway"], renderers: 0 });
    redis = new Redis(placard.redis.url);
  });
  after(async () => {
    redis?.disconnect();
    await placard?.stop();
  });

  const events = ["image.rendered"] as const;
  const accountOf = async (client: TestClient): Promise<string> =>
    (await client.callWithToken("GET", "/account")).body.data.user.id;

  it("need an https URL on port 443 with a public host and without credentials", async () => {
    const ada = await registerTestClient(placard.url);
    const rule =
      "must be an https URL with a public host, on port 443. For development, the operator can set IMAGE_ALLOW_PRIVATE=true to accept other URLs";
    for (const [url, problem] of [
      ["http://example.com/", rule],
      ["https://example.com:8443/", rule],
      ["https://user:password@example.com/", "must not contain a user name or a password"],
      ["https://localhost/", rule],
      ["https://a.localhost./", rule],
      ["https://127.0.0.1/", rule],
      ["https://10.1.2.3/", rule],
      ["https://169.254.169.254/latest/meta-data", rule],
      ["https://[::1]/", rule],
      ["https://[fd00:ec2::254]/", rule],
      ["https://0x7f.1/", rule],
    ]) {
      const { status, body } = await ada.callWithToken("POST", "/webhooks", { url, events });
      assert.equal(status, 400, url);
      assert.deepEqual(body.error.details, [{ path: "/url", message: problem }]);
    }
    const { status } = await ada.callWithToken("POST", "/webhooks", {
      url: "https://example.com:443/",
      events,
    });
    assert.equal(status, 201);
  });

  it("are not sent to private addresses, other ports or over http, and do not say why", async () => {
    const ada = await registerTestClient(placard.url);
    const owner = await accountOf(ada);
    const server = await startHttpServer({});
    try {
      const webhooks = createWebhooks({ redis, now: Date.now }, 10);
      const deliveries = createWebhookDeliveries({ redis, now: Date.now });
      const unreachable = /its host is unknown or cannot be reached|its URL has a local address/;
      for (const [url, error] of [
        [server.url, /not an http or https URL|https|port/],
        [`https://127.0.0.1:${server.port}/`, /port/],
        ["https://127.0.0.1/", unreachable],
        ["https://169.254.169.254/", unreachable],
        ["https://[::ffff:127.0.0.1]/", unreachable],
        ["https://localhost/", unreachable],
      ] as const) {
        const { id } = await webhooks.create(owner, { url, events });
        assert.equal((await ada.callWithToken("POST", `/webhooks/${id}/test`)).status, 202);
        const [delivery] = await poll(`an attempt to call ${url}`, async () => {
          const ids = (await deliveries.list(id)).map((each) => each.id);
          const found: WebhookDelivery[] = await deliveries.read(id, ids);
          return found[0]?.lastAttempt && found;
        });
        assert.equal(delivery?.state, "waiting");
        assert.equal(delivery?.lastAttempt?.status, undefined);
        assert.match(delivery?.lastAttempt?.error ?? "", error);
      }
      assert.deepEqual(server.requestedPaths, []);
    } finally {
      await server.stop();
    }
  });

  it("that a stopping gateway calls are called again by another one, and don't count as failed", async () => {
    let isHanging = true;
    const receiver = await startWebhookReceiver(() => (isHanging ? "none" : { status: 204 }));
    try {
      await placard.gateways[0]?.stop();
      const first = await placard.startGateway({ IMAGE_ALLOW_PRIVATE: "true" });
      const ada = await registerTestClient(first.url);
      const { body } = await ada.callWithToken("POST", "/webhooks", { url: `${receiver.url}/hook`, events });
      const path = `/webhooks/${body.data.id}`;
      await ada.callWithToken("POST", `${path}/test`);
      await poll("the request", () => receiver.requestsTo("/hook").length === 1);
      assert.equal(await first.stop(), 0);
      isHanging = false;
      const second = await placard.startGateway({ IMAGE_ALLOW_PRIVATE: "true" });
      const token = ada.token();
      const delivery = await poll("the delivery", async () => {
        const listed = await ada.call("GET", `${path}/deliveries`, { token, gatewayUrl: second.url });
        const [found] = listed.body.data.deliveries;
        return found.state === "delivered" && found;
      });
      assert.equal(delivery.attempts, 1);
      const ids = receiver.requestsTo("/hook").map(({ headers }) => headers["webhook-id"]);
      assert.deepEqual(ids, [delivery.id, delivery.id]);
    } finally {
      await receiver.stop();
    }
  });
});
