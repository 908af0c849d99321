import type { WebhookDelivery } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { formatCount } from "../components/counts.ts";
import { focusTitle } from "../components/focus.ts";
import { Item, ItemList } from "../components/list.tsx";
import { useLoaded } from "../components/loaded.tsx";
import { EmptyState } from "../components/page.tsx";
import { PagedList, usePages } from "../components/paged-list.tsx";
import { Time } from "../components/time.tsx";

const pageSize = 20;
const badges = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const { messages } = useConsole();
  const { api } = useAccount();
  const deliveries = usePages("the deliveries", async (cursor) => {
    const { data } = await api.listWebhookDeliveries(webhookId, {
      limit: pageSize,
      ...(cursor && { cursor }),
    });
    return { items: data.deliveries, nextCursor: data.nextCursor };
  });
  const webhook = useLoaded("the webhook", async () => {
    const { data } = await api.listWebhooks();
    return data.webhooks.find(({ id }) => id === webhookId);
  });

  async function refresh() {
    await deliveries.refresh();
    messages.show("The list is up to date.");
  }

  async function redeliver({ id }: WebhookDelivery) {
    await api.redeliverWebhook(webhookId, id);
    await deliveries.refresh();
    focusTitle();
    messages.show("The delivery is sent again.");
  }

  function describe(delivery: WebhookDelivery) {
    const { id, type, state, attempts, createdAt, nextAttemptAt, lastAttempt, payload } = delivery;
    const response = lastAttempt && (lastAttempt.error ?? `status ${lastAttempt.status}`);
    return (
      <Item
        key={id}
        title={type}
        badge={badges[state]}
        facts={[
          <Time at={createdAt} />,
          formatCount(attempts, "attempt"),
          !!response && response,
          nextAttemptAt !== null && attempts > 0 && <Time event="next attempt" at={nextAttemptAt} />,
          <code>{id}</code>,
        ]}
        actions={[{ label: "Redeliver", name: `Redeliver ${id}`, run: () => redeliver(delivery) }]}
      >
        <details class="details">
          <summary>Body</summary>
          <pre tabIndex={0}>
            <code>{JSON.stringify(payload, null, 2)}</code>
          </pre>
        </details>
      </Item>
    );
  }

  return (
    <div class="card">
      <p>
        <a href="#/webhooks">All webhooks</a>
      </p>
      <h2 id="deliveries-title">Deliveries</h2>
      <p class="hint">{webhook.data.value?.url}</p>
      <ActionButton look="secondary" onAction={refresh}>
        Refresh
      </ActionButton>
      <PagedList pages={deliveries} more="Show older deliveries">
        {(items) =>
          items.length === 0 ? (
            <EmptyState>There are no deliveries yet. To try the webhook, send a test event.</EmptyState>
          ) : (
            <ItemList labelledBy="deliveries-title">{items.map(describe)}</ItemList>
          )
        }
      </PagedList>
    </div>
  );
}
