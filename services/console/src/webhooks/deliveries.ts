import type { WebhookDelivery } from "@placard/client";
import { onClick } from "../actions.ts";
import { createElement, createFragment, getElement } from "../elements.ts";
import { createListItem, loadList, showList } from "../list.ts";
import { showMessage } from "../message.ts";
import { account } from "../session.ts";
import { createTime } from "../times.ts";

const pageSize = 20;
const badges = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;

let webhookId = "";
let nextCursor: string | null = null;

/** Creates the card that shows the deliveries of a webhook. */
export function createDeliveriesCard(): HTMLElement {
  const refresh = createElement("button", { type: "button", className: "secondary" }, "Refresh");
  const more = createElement(
    "button",
    { id: "more-deliveries", type: "button", className: "secondary", hidden: true },
    "Show older deliveries",
  );
  onClick(refresh, async () => {
    await showFirstPage(webhookId);
    showMessage("The list is up to date.");
  });
  onClick(more, async () => {
    const list = getElement("delivery-list");
    const shownCount = list.childElementCount;
    list.append(...(await loadPage(webhookId)));
    (list.children[shownCount] as HTMLElement | undefined)?.focus(); // the button may be gone
  });
  return createElement(
    "section",
    { className: "card", hidden: true, "aria-labelledby": "deliveries-title" },
    createElement("p", {}, createElement("a", { href: "#/webhooks" }, "All webhooks")),
    createElement("h2", { id: "deliveries-title" }, "Deliveries"),
    createElement("p", { id: "deliveries-url", className: "hint" }),
    refresh,
    createElement("ul", { id: "delivery-list", className: "items", "aria-labelledby": "deliveries-title" }),
    createElement(
      "p",
      { id: "no-deliveries", className: "hint empty", hidden: true },
      "There are no deliveries yet. To try the webhook, send a test event.",
    ),
    more,
  );
}

/** Shows the latest deliveries of a webhook. */
export function openDeliveries(id: string) {
  webhookId = id;
  void loadList(getElement("delivery-list"), "the deliveries", () => showFirstPage(id));
}

/** Removes the deliveries from the page. */
export function clearDeliveries() {
  webhookId = "";
  nextCursor = null;
  showList("delivery-list", []);
  getElement("deliveries-url").textContent = "";
  getElement("more-deliveries").hidden = true;
  getElement("no-deliveries").hidden = true;
}

async function showFirstPage(id: string) {
  nextCursor = null;
  const [items, { data }] = await Promise.all([loadPage(id), account.listWebhooks()]);
  if (id !== webhookId) return; // another view was opened in the meantime
  const openBodies = new Set(bodies().flatMap(({ open, dataset }) => (open ? [dataset["delivery"]] : [])));
  showList("delivery-list", []);
  getElement("delivery-list").replaceChildren(...items);
  getElement("delivery-list").hidden = items.length === 0;
  for (const body of bodies()) body.open = openBodies.has(body.dataset["delivery"]);
  getElement("no-deliveries").hidden = items.length > 0;
  getElement("deliveries-url").textContent = data.webhooks.find((webhook) => webhook.id === id)?.url ?? "";
}

function bodies(): HTMLDetailsElement[] {
  return [...getElement("delivery-list").querySelectorAll("details")];
}

/** Loads the next page of deliveries as list items. */
async function loadPage(id: string) {
  const { data } = await account.listWebhookDeliveries(id, {
    limit: pageSize,
    ...(nextCursor && { cursor: nextCursor }),
  });
  nextCursor = data.nextCursor;
  getElement("more-deliveries").hidden = nextCursor === null;
  return data.deliveries.map((delivery) => createItem(id, delivery));
}

function createItem(owner: string, delivery: WebhookDelivery): HTMLLIElement {
  const { id, type, state, attempts, createdAt, nextAttemptAt, lastAttempt, payload } = delivery;
  const attemptCount = `${attempts} ${attempts === 1 ? "attempt" : "attempts"}`;
  const response = lastAttempt && (lastAttempt.error ?? `status ${lastAttempt.status}`);
  const item = createListItem({
    title: type,
    badge: badges[state],
    facts: [
      createFragment(createTime(createdAt)),
      attemptCount,
      ...(response ? [response] : []),
      ...(nextAttemptAt && attempts > 0 ? [createFragment("next attempt ", createTime(nextAttemptAt))] : []),
      createElement("code", {}, id),
    ],
    actions: [
      { label: "Redeliver", accessibleName: `Redeliver ${id}`, run: () => redeliver(owner, delivery) },
    ],
  });
  item.tabIndex = -1;
  item.append(
    createElement(
      "details",
      { className: "delivery-payload", "data-delivery": id },
      createElement("summary", {}, "Body"),
      createElement("pre", { tabIndex: 0 }, createElement("code", {}, JSON.stringify(payload, null, 2))),
    ),
  );
  return item;
}

async function redeliver(owner: string, { id }: WebhookDelivery) {
  await account.redeliverWebhook(owner, id);
  await showFirstPage(owner);
  getElement("webhooks-title").focus();
  showMessage("The delivery is sent again. Refresh the list to see the result.");
}
