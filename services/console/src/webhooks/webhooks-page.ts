import type { Webhook } from "@placard/client";
import { onSubmit } from "../actions.ts";
import { confirmAction, openDialog } from "../dialogs.ts";
import { createElement, createFragment, getElement, readForm } from "../elements.ts";
import { loadList, showList } from "../list.ts";
import { showMessage } from "../message.ts";
import { onOpen } from "../router.ts";
import { createSecretPanel } from "../secret-panel.ts";
import { account } from "../session.ts";
import { createTime } from "../times.ts";
import { clearDeliveries, createDeliveriesCard, openDeliveries } from "./deliveries.ts";
import { createEventFields, createWebhookForm, readEvents } from "./webhook-form.ts";

/**
 * Sets up the view of webhooks. At `#/webhooks/<id>`, it shows the deliveries of one of them.
 * @returns removes all webhooks from the page
 */
export function setUpWebhooks(): () => void {
  const created = createElement("div");
  const form = createWebhookForm();
  const empty = createElement("p", { className: "hint empty", hidden: true }, "You have no webhooks yet.");
  const overview = createElement(
    "div",
    { className: "card" },
    form,
    created,
    createElement("ul", { id: "webhook-list", className: "items", "aria-labelledby": "webhooks-title" }),
    empty,
  );
  const deliveries = createDeliveriesCard();
  getElement("webhooks").replaceChildren(
    createElement("h1", { id: "webhooks-title", tabIndex: -1 }, "Webhooks"),
    createElement(
      "p",
      { className: "lead" },
      "Placard calls a URL of your server when an image was rendered, and for other events. ",
      createElement("a", { href: "docs/webhooks" }, "How to receive and verify them"),
    ),
    overview,
    deliveries,
  );

  const reload = () => loadList(getElement("webhook-list"), "your webhooks", refresh);

  async function refresh() {
    const { data } = await account.listWebhooks();
    showList("webhook-list", data.webhooks.map(describe));
    empty.hidden = data.webhooks.length > 0;
  }

  function describe(webhook: Webhook) {
    const { id, url, events, isEnabled, disabledBy, hint, previousSecretExpiresAt, createdAt } = webhook;
    const action = (label: string, run: () => Promise<void>) => ({
      label,
      accessibleName: `${label}: ${url}`,
      run,
    });
    return {
      title: url,
      badge: isEnabled ? "" : "Disabled",
      facts: [
        events.join(", "),
        `secret whsec_…${hint}`,
        ...(disabledBy === "server" ? ["its server responded with 410 Gone"] : []),
        ...(previousSecretExpiresAt
          ? [createFragment("previous secret expires ", createTime(previousSecretExpiresAt))]
          : []),
        createFragment("created ", createTime(createdAt)),
      ],
      actions: [
        action("Deliveries", async () => void (location.hash = `#/webhooks/${id}`)),
        ...(isEnabled ? [action("Send test event", () => sendTest(id))] : []),
        action("Change events", () => changeEvents(webhook)),
        action(isEnabled ? "Disable" : "Enable", () => setEnabled(webhook, !isEnabled)),
        action("Rotate secret", () => rotate(webhook)),
        action("Delete", () => remove(webhook)),
      ],
    };
  }

  async function sendTest(id: string) {
    await account.testWebhook(id);
    location.hash = `#/webhooks/${id}`;
  }

  async function changeEvents({ id, url, events }: Webhook) {
    const changed = await openDialog({
      title: `Events of ${url}`,
      content: [createEventFields(events)],
      action: "Save events",
      submit: (dialogForm) => account.updateWebhook(id, { events: readEvents(dialogForm) }),
    });
    if (!changed) return;
    await refresh();
    showMessage("The events of the webhook were changed.");
  }

  async function setEnabled({ id }: Webhook, isEnabled: boolean) {
    await account.updateWebhook(id, { isEnabled });
    await refresh();
    getElement("webhooks-title").focus();
    showMessage(isEnabled ? "The webhook was enabled." : "The webhook was disabled. It is not called.");
  }

  async function rotate({ id, url }: Webhook) {
    const title = `Rotate the secret of ${url}?`;
    const text =
      "For 24 hours, requests have the signatures of both secrets. Enter the new one at your server in this time.";
    if (!(await confirmAction({ title, text, action: "Rotate secret" }))) return;
    const { data } = await account.rotateWebhookSecret(id);
    showSecret(`The secret of ${url} was rotated.`, data.secret);
    await refresh();
    created.querySelector("button")?.focus();
    showMessage("The secret was rotated.");
  }

  async function remove({ id, url }: Webhook) {
    const title = `Delete the webhook ${url}?`;
    const text = "It is not called any more, and its deliveries are deleted.";
    if (!(await confirmAction({ title, text, action: "Delete webhook" }))) return;
    await account.deleteWebhook(id);
    created.replaceChildren();
    await refresh();
    getElement("webhooks-title").focus();
    showMessage("The webhook was deleted.");
  }

  function showSecret(title: string, secret: string) {
    created.replaceChildren(createSecretPanel(title, [{ label: "secret", value: secret }]));
  }

  onSubmit(form, async () => {
    const { url = "" } = readForm(form);
    const { data } = await account.createWebhook({ url, events: readEvents(form) });
    showSecret("The webhook was created.", data.secret);
    form.reset();
    await refresh();
    showMessage("The webhook was created.");
  });
  onOpen("webhooks", (id) => {
    created.replaceChildren();
    overview.hidden = id !== "";
    deliveries.hidden = id === "";
    clearDeliveries();
    if (id === "") void reload();
    else openDeliveries(id);
  });

  return () => {
    created.replaceChildren();
    showList("webhook-list", []);
    clearDeliveries();
  };
}
