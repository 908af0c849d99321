import type { Session } from "@placard/client";
import { describeUserAgent } from "@placard/contracts/user-agent";
import { useAccount } from "../app/account.ts";
import { ActionButton } from "../components/buttons.tsx";
import { formatCount } from "../components/counts.ts";
import { Item, ItemList } from "../components/list.tsx";
import { Loaded, useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { formatRelativeTime, Time } from "../components/time.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";

export function SessionsPage() {
  const { api } = useAccount();
  const sessions = useLoaded("your sessions", async () => {
    const { data } = await api.listSessions();
    return data.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  });
  const confirmed = useConfirmed(sessions);

  const revoke = (id: string) =>
    confirmed({
      title: "Revoke this session?",
      content: "That browser has to sign in again.",
      action: "Revoke session",
      run: () => api.deleteSession(id),
      message: "The session was revoked.",
    });

  async function revokeOthers() {
    const { data } = await api.listSessions();
    const count = data.sessions.filter(({ current }) => !current).length;
    if (count === 0) return;
    await confirmed({
      title: "Revoke all other sessions?",
      content: "All other browsers have to sign in again.",
      action: "Revoke sessions",
      run: () => api.deleteOtherSessions(),
      message: `${formatCount(count, "session")} ${count === 1 ? "was" : "were"} revoked.`,
    });
  }

  function describe(session: Session) {
    const { id, createdAt, lastSeenAt, expiresAt, userAgent, address, current } = session;
    const title = userAgent === null ? "Unknown browser" : describeUserAgent(userAgent);
    const name = `Revoke the session of ${title}, signed in ${formatRelativeTime(createdAt)}`;
    return (
      <Item
        title={title}
        badge={current ? "This session" : undefined}
        facts={[
          <>
            <Time event="signed in" at={createdAt} />
            {address && ` from ${address}`}
          </>,
          <Time event="last seen" at={lastSeenAt} />,
          <Time event="expires" at={expiresAt} />,
        ]}
        actions={current ? [] : [{ label: "Revoke", name, run: () => revoke(id) }]}
      />
    );
  }

  return (
    <Page title="Sessions">
      <p class="lead">
        The browsers where you are signed in. If you don't recognize a session, revoke it and delete its
        passkey.
      </p>
      <div class="card">
        <Loaded from={sessions}>
          {(list) => (
            <>
              <ItemList>{list.map(describe)}</ItemList>
              {list.some(({ current }) => !current) && (
                <ActionButton look="secondary" onAction={revokeOthers}>
                  Revoke all other sessions
                </ActionButton>
              )}
            </>
          )}
        </Loaded>
      </div>
    </Page>
  );
}
