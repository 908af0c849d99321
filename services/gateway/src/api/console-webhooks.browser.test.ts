import assert from "node:assert/strict";
import {
  getSharedPlacard,
  openConsole,
  poll,
  startWebhookReceiver,
  type ConsolePage,
  type SharedPlacard,
  type WebhookReceiver,
} from "@placard/testing";
import { Webhook } from "standardwebhooks";

describe("the console's webhooks", () => {
  let placard: SharedPlacard;
  let receiver: WebhookReceiver;
  let at: ConsolePage;
  let url: string;
  let status = 204;
  before(async () => {
    placard = await getSharedPlacard();
    receiver = await startWebhookReceiver(() => ({ status, headers: { "retry-after": "3600" } }));
    url = `${receiver.url}/placard-webhook`;
    at = await openConsole(placard.publicUrl);
    await at.signUp(`${crypto.randomUUID()}@example.com`, "Ada Lovelace");
    await at.button("Skip for now").click();
    await at.openPage("Webhooks");
  });
  after(async () => {
    await at?.close();
    await receiver?.stop();
  });

  const requests = () => receiver.requestsTo("/placard-webhook");
  const readSecret = () => at.page.locator(".secret code").innerText();
  const onWebhook = (label: string) => at.button(`${label}: ${url}`);

  it("are created with a secret that is shown once, after their fields were checked", async () => {
    const { page } = at;
    await at.button("Create webhook").click();
    await page.getByText("Enter the URL of your server.").waitFor();
    await page.getByLabel("URL", { exact: true }).fill("ftp://example.com/");
    await at.button("Create webhook").click();
    await page.getByText("URL must be an https or http URL.").waitFor();
    await page.getByLabel("URL", { exact: true }).fill(url);
    for (const label of ["Image rendered", "Render failed", "Batch finished", "Daily quota reached"])
      await page.getByLabel(label).uncheck();
    await at.button("Create webhook").click();
    await page.getByText("Select at least one event.").waitFor();
    await page.getByLabel("Image rendered").check();
    await at.button("Create webhook").click();
    await at.waitForMessage("The webhook was created.");
    assert.match(await readSecret(), /^whsec_/);
    await page.getByRole("listitem").getByText(url).waitFor();
  });

  it("get a test event that the receiver can verify, and list and redeliver it with its status", async () => {
    const { page } = at;
    const secret = await readSecret();
    await onWebhook("Send test event").click();
    await page.getByRole("heading", { name: "Deliveries" }).waitFor();
    const [request] = await poll("the test event", () => requests().length === 1 && requests());
    new Webhook(secret).verify(request!.body, request!.headers);
    const delivery = page.getByRole("listitem").filter({ hasText: "webhook.test" });
    const refresh = async () => {
      await at.button("Refresh").click();
      await at.waitForMessage("The list is up to date.");
    };
    const refreshUntil = (text: string) =>
      poll(`the delivery with ${text}`, async () => {
        await refresh();
        return (await delivery.innerText()).includes(text);
      });
    await refreshUntil("status 204");
    assert.match(await delivery.innerText(), /Delivered[^]*1 attempt/);
    await delivery.getByText("Body").click();
    const body = delivery.getByText('"type": "webhook.test"');
    await body.waitFor();
    await refresh();
    assert.ok(await body.isVisible(), "a body that is open stays open");
    const redeliver = async () => {
      await delivery.getByRole("button", { name: /^Redeliver/ }).click();
      await at.waitForMessage("The delivery is sent again.");
    };
    status = 500;
    await redeliver();
    await refreshUntil("status 500");
    assert.match(await delivery.innerText(), /Waiting[^]*next attempt/);
    status = 204;
    await redeliver();
    await refreshUntil("status 204");
    assert.equal(requests()[2]?.headers["webhook-id"], request?.headers["webhook-id"]);
    await page.getByRole("link", { name: "All webhooks" }).click();
    await onWebhook("Deliveries").waitFor();
  });

  it("are changed, rotated, disabled and deleted", async () => {
    const { page } = at;
    await onWebhook("Change events").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Batch finished").check();
    await at.button("Save events").click();
    await at.waitForMessage("The events of the webhook were changed.");
    await page.getByText("image.rendered, batch.finished").waitFor();
    await onWebhook("Rotate secret").click();
    await dialog.getByRole("button", { name: "Rotate secret" }).click();
    await at.waitForMessage("The secret was rotated.");
    await page.getByText("previous secret expires").waitFor();
    assert.match(await readSecret(), /^whsec_/);
    await onWebhook("Disable").click();
    await at.waitForMessage("The webhook was disabled.");
    await page.getByText("Disabled", { exact: true }).waitFor();
    assert.equal(await onWebhook("Send test event").count(), 0);
    await onWebhook("Enable").click();
    await at.waitForMessage("The webhook was enabled.");
    await onWebhook("Delete").click();
    await dialog.getByRole("button", { name: "Delete webhook" }).click();
    await at.waitForMessage("The webhook was deleted.");
    await page.getByText("You have no webhooks yet.").waitFor();
    assert.equal(await page.locator(".secret code").count(), 0);
  });
});
