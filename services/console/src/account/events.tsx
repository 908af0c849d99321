import { describeUserAgent } from "@placard/contracts/user-agent";
import type { SecurityEvent } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { Item, ItemList } from "../components/list.tsx";
import { Card, isNarrow } from "../components/page.tsx";
import { PagedList, usePages } from "../components/paged-list.tsx";
import { Time } from "../components/time.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";
import { describeEvent, type Names } from "./event-texts.ts";

/** The security events of the account, newest first. */
export function Events({ names }: { names: Names }) {
  const { session } = useConsole();
  const { api } = useAccount();
  const confirmed = useConfirmed();
  const events = usePages("your security events", async (cursor) => {
    const limit = isNarrow() ? 3 : 10;
    const { data } = await api.listAccountEvents({ limit, ...(cursor && { cursor }) });
    return { items: data.events, nextCursor: data.nextCursor };
  });
  const report = ({ id }: SecurityEvent) =>
    confirmed({
      title: "Somebody else used your account?",
      content: `This signs you out in all browsers. It revokes the API keys, signing keys, webhooks and recovery
        codes that were created since this event, and deletes passkeys that were added since, but not the one
        that you signed in with here. It can't be undone.`,
      action: "Sign out everywhere and revoke",
      async run() {
        await api.reportAccountEvent(id);
        session.end();
      },
      message: "Your account was secured. Sign in, and check your passkeys and keys.",
    });

  return (
    <Card title="Security events">
      <p class="hint">
        If an event was not you, report it: that signs you out everywhere and revokes what was created since.
      </p>
      <PagedList pages={events} more="Show older events">
        {(items) => (
          <ItemList labelledBy="security-events-title">
            {items.map((event) => (
              <Item
                title={describeEvent(event, names)}
                facts={[
                  <Time at={event.at} />,
                  !!event.userAgent && describeUserAgent(event.userAgent),
                  !!event.address && `from ${event.address}`,
                ]}
                actions={[
                  {
                    label: "This wasn't me",
                    name: `This wasn't me: ${describeEvent(event, names)}`,
                    run: () => report(event),
                  },
                ]}
              />
            ))}
          </ItemList>
        )}
      </PagedList>
    </Card>
  );
}
