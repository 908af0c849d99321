import type { Session } from "@placard/client";
import { describeUserAgent } from "@placard/contracts/user-agent";
import { onClick } from "./actions.ts";
import { formatCount } from "./counts.ts";
import { confirmAction } from "./dialogs.ts";
import { createFragment, getElement } from "./elements.ts";
import { loadList, showList } from "./list.ts";
import { showMessage } from "./message.ts";
import { currentView, onOpen } from "./router.ts";
import { account, hasToken } from "./session.ts";
import { createTime, formatRelativeTime } from "./times.ts";

/** Removes all sessions from the page. */
export function clearSessions() {
  showList("session-list", []);
}

/** Sets up the view that lists and revokes sessions. */
export function setUpSessions() {
  const load = () => loadList(getElement("session-list"), "your sessions", refresh);
  onOpen("sessions", () => void load());
  // Updates the list when the user returns to the page: sessions may have been revoked elsewhere.
  addEventListener("focus", () => {
    if (hasToken() && currentView() === "sessions" && !document.querySelector("dialog")) void load();
  });
  onClick(getElement("revoke-other-sessions"), async () => {
    const { data } = await account.listSessions();
    const others = data.sessions.filter(({ current }) => !current);
    const title = "Revoke all other sessions?";
    const text = "All other browsers have to sign in again.";
    if (others.length === 0 || !(await confirmAction({ title, text, action: "Revoke sessions" }))) return;
    await account.deleteOtherSessions();
    await refresh();
    getElement("sessions-title").focus();
    showMessage(`${formatCount(others.length, "session")} ${others.length === 1 ? "was" : "were"} revoked.`);
  });
}

async function refresh() {
  const { data } = await account.listSessions();
  const sessions = data.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  showList("session-list", sessions.map(describe));
  getElement("revoke-other-sessions").hidden = sessions.every(({ current }) => current);
}

function describe({ id, createdAt, lastSeenAt, expiresAt, userAgent, address, current }: Session) {
  const title = userAgent === null ? "Unknown browser" : describeUserAgent(userAgent);
  const signedIn = `signed in ${formatRelativeTime(createdAt)}`;
  return {
    title,
    badge: current ? "This session" : "",
    facts: [
      createFragment("signed in ", createTime(createdAt), ...(address ? [` from ${address}`] : [])),
      createFragment("last seen ", createTime(lastSeenAt)),
      createFragment("expires ", createTime(expiresAt)),
    ],
    actions: current
      ? []
      : [
          {
            label: "Revoke",
            accessibleName: `Revoke the session of ${title}, ${signedIn}`,
            run: () => revokeSession(id),
          },
        ],
  };
}

async function revokeSession(id: string) {
  const text = "That browser has to sign in again.";
  if (!(await confirmAction({ title: "Revoke this session?", text, action: "Revoke session" }))) return;
  await account.deleteSession(id);
  await refresh();
  getElement("sessions-title").focus();
  showMessage("The session was revoked.");
}
