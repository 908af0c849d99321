import { confirmed } from "./ask.js";
import { fact, showList } from "./list.js";
import { say } from "./message.js";
import { element, load, onClick } from "./page.js";
import { currentView, onOpen } from "./router.js";
import { account, hasToken } from "./session.js";
import { timeElement, timeWords } from "./times.js";

/** Takes every session off the page. */
export function forgetSessions() {
  showList("session-list", []);
}

/** Lets the page list sessions and end others. */
export function wireSessions() {
  onOpen("sessions", () => void load(listSessions));
  // What was ended elsewhere is gone from the list when the user comes back to it.
  addEventListener("focus", () => {
    if (hasToken() && currentView() === "sessions" && !document.querySelector("dialog")) {
      void load(listSessions);
    }
  });
  onClick(element("end-others"), async () => {
    const { data } = await account.listSessions();
    const others = data.sessions.filter(({ current }) => !current);
    const question = {
      title: "End all other sessions?",
      text: "Every browser but this one has to sign in again.",
      action: "End them all",
    };
    if (others.length === 0 || !(await confirmed(question))) return;
    for (const { id } of others) await account.deleteSession(id);
    await listSessions();
    element("sessions-title").focus();
    say(others.length === 1 ? "The other session is ended." : `${others.length} sessions are ended.`);
  });
}

async function listSessions() {
  const { data } = await account.listSessions();
  const sessions = data.sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  showList("session-list", sessions.map(sessionItem));
  element("end-others").hidden = sessions.every(({ current }) => current);
}

/** @param {import("./client/index.js").Session} session */
function sessionItem({ id, createdAt, lastSeenAt, expiresAt, current }) {
  const title = current ? "This browser" : `Signed in ${timeWords(createdAt)}`;
  return {
    title,
    mark: current ? "You are here" : "",
    facts: [
      fact("signed in ", timeElement(createdAt)),
      fact("last seen ", timeElement(lastSeenAt)),
      fact("ends ", timeElement(expiresAt)),
    ],
    actions: current
      ? []
      : [{ label: "End", name: `End the session: ${title.toLowerCase()}`, work: () => end(id) }],
  };
}

/** @param {string} id */
async function end(id) {
  const question = {
    title: "End this session?",
    text: "That browser has to sign in again.",
    action: "End the session",
  };
  if (!(await confirmed(question))) return;
  await account.deleteSession(id);
  await listSessions();
  element("sessions-title").focus();
  say("The session is ended.");
}
