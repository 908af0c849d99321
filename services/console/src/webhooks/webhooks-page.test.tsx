import assert from "node:assert/strict";
import { openApp, type TestApp } from "../testing/open-app.tsx";

const url = "https://example.com/placard-webhook";
const webhook = {
  id: "webhook-1",
  url,
  events: ["image.rendered"],
  isEnabled: true,
  disabledBy: null,
  hint: "abcd",
  previousSecretExpiresAt: null,
  createdAt: "2026-01-01T00:00:00Z",
};
const delivery = (id: string) => ({
  id,
  type: "image.rendered",
  state: "failed",
  attempts: 1,
  createdAt: "2026-01-01T00:00:00Z",
  nextAttemptAt: null,
  lastAttempt: { status: 503, error: null },
  payload: { type: "image.rendered" },
});

describe("the page of webhooks", () => {
  let app: TestApp;
  afterEach(() => app.close());
  const open = async (webhooks: object[], answers = {}, path = "webhooks") => {
    app = await openApp({ path, answers: { "GET /webhooks": { webhooks }, ...answers } });
  };

  it("requires an event, and shows the secret of a new webhook once", async () => {
    await open([]);
    await app.waitFor("You have no webhooks yet.");
    app.type("URL", url);
    for (const box of app.getAllByRole<HTMLInputElement>("checkbox")) box.click();
    app.click("Create webhook");
    await app.waitFor("Select at least one event.");
    app.getByRole("checkbox", { name: /Image rendered/ }).click();
    app.api.answer("POST /webhooks", { ...webhook, secret: "whsec_secret" });
    app.api.answer("GET /webhooks", { webhooks: [webhook] });
    app.click("Create webhook");
    await app.waitFor("whsec_secret");
    assert.deepEqual(app.api.requests.find(({ method }) => method === "POST")?.body, {
      url,
      events: ["image.rendered"],
    });
    app.api.answer("GET /auth/sessions", { sessions: [] });
    app.goTo("sessions");
    await app.findByRole("heading", { name: "Sessions" });
    app.goTo("webhooks");
    await app.waitFor(url);
    assert.equal(app.queryByText("whsec_secret"), null);
  });

  it("says that the server of a webhook has disabled it, and enables it again", async () => {
    await open([{ ...webhook, isEnabled: false, disabledBy: "server" }]);
    await app.waitFor("its server responded with 410 Gone");
    app.api.answer("PATCH /webhooks/webhook-1", webhook);
    app.api.answer("GET /webhooks", { webhooks: [webhook] });
    app.click(`Enable: ${url}`);
    await app.waitFor("The webhook was enabled.");
    assert.equal(app.queryByText("Disabled"), null);
  });

  it("lists deliveries page by page with their next attempt, and sends one again", async () => {
    const nextAttemptAt = new Date(Date.now() + 60_000).toISOString();
    const answers = {
      "GET /webhooks/webhook-1/deliveries": {
        deliveries: [{ ...delivery("event-1"), nextAttemptAt }],
        nextCursor: "next",
      },
    };
    await open([webhook], answers, "webhooks/webhook-1");
    await app.waitFor("event-1");
    await app.waitFor(url);
    await app.waitFor("status 503");
    await app.waitFor("in a moment");
    app.api.answer("GET /webhooks/webhook-1/deliveries", {
      deliveries: [delivery("event-2")],
      nextCursor: null,
    });
    app.click("Show older deliveries");
    await app.waitFor("event-2");
    assert.match(document.activeElement!.textContent, /event-2/);
    app.api.answer("POST /webhooks/webhook-1/deliveries/event-1/redeliver", {});
    app.click("Redeliver event-1");
    await app.waitFor("The delivery is sent again.");
  });
});
