import type { Webhook } from "@placard/client";
import { useSignal } from "@preact/signals";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { TextField } from "../components/fields.tsx";
import { focusTitle } from "../components/focus.ts";
import { Form, type FormValues } from "../components/form.tsx";
import { Item, LoadedList } from "../components/list.tsx";
import { useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { SecretPanel, type SecretPanelProps } from "../components/secret-panel.tsx";
import { Time } from "../components/time.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";
import { Deliveries } from "./deliveries.tsx";
import { EventFields, readEvents } from "./webhook-events.tsx";

/** The webhooks of the account. At `#/webhooks/<id>`, the deliveries of one of them. */
export function WebhooksPage({ rest: id }: { rest: string }) {
  return (
    <Page title="Webhooks">
      <p class="lead">
        Placard calls a URL of your server when an image was rendered, and for other events.{" "}
        <a href="docs/webhooks">How to receive and verify them</a>
      </p>
      {id === "" ? <WebhookList /> : <Deliveries webhookId={id} />}
    </Page>
  );
}

function WebhookList() {
  const { messages, router } = useConsole();
  const { api, dialogs } = useAccount();
  const secret = useSignal<SecretPanelProps>();
  const webhooks = useLoaded("your webhooks", async () => (await api.listWebhooks()).data.webhooks);
  const confirmed = useConfirmed(webhooks);

  function showSecret(title: string, value: string) {
    secret.value = { title, values: [{ label: "secret", value }] };
  }

  async function create(values: FormValues) {
    const { url = "" } = values.texts;
    const { data } = await api.createWebhook({ url, events: readEvents(values) });
    showSecret("The webhook was created.", data.secret);
    values.reset();
    await webhooks.refresh();
    messages.show("The webhook was created.");
  }

  async function sendTest({ id }: Webhook) {
    await api.testWebhook(id);
    router.open(`webhooks/${id}`);
  }

  async function changeEvents({ id, url, events }: Webhook) {
    const changed = await dialogs.open({
      title: `Events of ${url}`,
      content: <EventFields checked={events} />,
      action: "Save events",
      submit: (values) => api.updateWebhook(id, { events: readEvents(values) }),
    });
    if (!changed) return;
    await webhooks.refresh();
    messages.show("The events of the webhook were changed.");
  }

  async function setEnabled({ id }: Webhook, isEnabled: boolean) {
    await api.updateWebhook(id, { isEnabled });
    await webhooks.refresh();
    focusTitle();
    messages.show(isEnabled ? "The webhook was enabled." : "The webhook was disabled. It is not called.");
  }

  const rotate = ({ id, url }: Webhook) =>
    confirmed({
      title: `Rotate the secret of ${url}?`,
      content:
        "For 24 hours, requests have the signatures of both secrets. Enter the new one at your server in this time.",
      action: "Rotate secret",
      async run() {
        const { data } = await api.rotateWebhookSecret(id);
        showSecret(`The secret of ${url} was rotated.`, data.secret);
      },
      message: "The secret was rotated.",
    });

  const remove = ({ id, url }: Webhook) =>
    confirmed({
      title: `Delete the webhook ${url}?`,
      content: "It is not called any more, and its deliveries are deleted.",
      action: "Delete webhook",
      async run() {
        await api.deleteWebhook(id);
        secret.value = undefined;
      },
      message: "The webhook was deleted.",
    });

  function describe(webhook: Webhook) {
    const { id, url, events, isEnabled, disabledBy, hint, previousSecretExpiresAt, createdAt } = webhook;
    const action = (label: string, run: () => Promise<unknown>) => ({ label, name: `${label}: ${url}`, run });
    return (
      <Item
        key={id}
        title={url}
        badge={isEnabled ? undefined : "Disabled"}
        facts={[
          events.join(", "),
          `secret whsec_…${hint}`,
          disabledBy === "server" && "its server responded with 410 Gone",
          !!previousSecretExpiresAt && <Time event="previous secret expires" at={previousSecretExpiresAt} />,
          <Time event="created" at={createdAt} />,
        ]}
        actions={[
          action("Deliveries", async () => router.open(`webhooks/${id}`)),
          ...(isEnabled ? [action("Send test event", () => sendTest(webhook))] : []),
          action("Change events", () => changeEvents(webhook)),
          action(isEnabled ? "Disable" : "Enable", () => setEnabled(webhook, !isEnabled)),
          action("Rotate secret", () => rotate(webhook)),
          action("Delete", () => remove(webhook)),
        ]}
      />
    );
  }

  return (
    <>
      <div class="card">
        <Form class="inline-form" onSubmit={create}>
          <TextField
            label="URL"
            name="url"
            type="url"
            what="the URL of your server"
            autocomplete="off"
            maxLength={2048}
            placeholder="https://example.com/placard-webhook"
            required
          />
          <EventFields />
          <button type="submit">Create webhook</button>
        </Form>
        {secret.value && <SecretPanel {...secret.value} />}
      </div>
      <LoadedList from={webhooks} empty="You have no webhooks yet.">
        {describe}
      </LoadedList>
    </>
  );
}
