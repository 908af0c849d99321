import { describeUserAgent } from "@placard/contracts/user-agent";
import { useAccount } from "../app/account.ts";
import { Item, ItemList } from "../components/list.tsx";
import { Card } from "../components/page.tsx";
import { PagedList, usePages } from "../components/paged-list.tsx";
import { Time } from "../components/time.tsx";
import { describeEvent, type Names } from "./event-texts.ts";

const pageSize = 10;

/** The security events of the account, newest first. */
export function Events({ names }: { names: Names }) {
  const { api } = useAccount();
  const events = usePages("your security events", async (cursor) => {
    const { data } = await api.listAccountEvents({ limit: pageSize, ...(cursor && { cursor }) });
    return { items: data.events, nextCursor: data.nextCursor };
  });
  return (
    <Card title="Security events">
      <p class="hint">
        If you don't recognize an event, revoke all other sessions, and delete passkeys and keys that you
        don't know.
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
              />
            ))}
          </ItemList>
        )}
      </PagedList>
    </Card>
  );
}
