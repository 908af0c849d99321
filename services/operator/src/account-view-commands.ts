import { createUsageStore, createUserStore, type UserRecord } from "@placard/accounts";
import { findAccount, readContents } from "./accounts.ts";
import type { Command, Context } from "./command.ts";
import { formatTable, formatTime, showTime } from "./format.ts";
import { toView as toKeyView } from "./key-commands.ts";
import { withRedis } from "./run-with-redis.ts";
import { formatUsage } from "./usage-command.ts";

const pageSize = 100;
/** The days of usage that `accounts show` prints. */
const shownDays = 7;

const listAccounts: Command = {
  name: "accounts list",
  summary: "List the accounts, newest first",
  synopsis: "[--search TEXT]",
  notes: ["TEXT  a part of the email address, the name or the ID, in any case"],
  prepare({ options }) {
    const search = typeof options["search"] === "string" ? options["search"].toLowerCase() : "";
    return withRedis(async (context) => {
      const accounts = [];
      for await (const user of readUsers(context)) {
        const isFound = [user.email, user.name, user.id].some((text) => text.toLowerCase().includes(search));
        if (isFound) accounts.push({ user, ...(await readContents(context, user.id)) });
      }
      const rows = accounts.map(({ user: { email, id, name, createdAt, disabledAt }, lastSeenAt }) => [
        email,
        id,
        showTime(createdAt),
        showTime(lastSeenAt),
        showTime(disabledAt, "-"),
        name,
      ]);
      return {
        text:
          rows.length === 0
            ? "No accounts."
            : formatTable([["EMAIL", "ID", "CREATED", "LAST SEEN", "DISABLED", "NAME"], ...rows]),
        data: accounts.map(({ user, lastSeenAt }) => toView(user, lastSeenAt)),
      };
    });
  },
};

const showAccount: Command = {
  name: "accounts show",
  summary: "Show an account: what it has, its sessions, its API keys and its usage",
  synopsis: "EMAIL|ID",
  prepare({ positionals: [emailOrId = ""] }) {
    return withRedis(async (context) => {
      const user = await findAccount(context, emailOrId);
      const { counts, sessions, apiKeys, lastSeenAt } = await readContents(context, user.id);
      const usage = await createUsageStore(context).list(user.id, shownDays);
      const sections = [
        formatTable([
          ["Email address", `${user.email} (${user.emailVerified ? "verified" : "not verified"})`],
          ["Name", user.name],
          ["ID", user.id],
          ["Created", showTime(user.createdAt)],
          ["Last seen", showTime(lastSeenAt)],
          ["Disabled", showTime(user.disabledAt, "no")],
          ["Passkeys", `${counts.passkeys}`],
          ["Signing keys", `${counts.signingKeys}`],
          ["Recovery codes", `${counts.recoveryCodes}`],
        ]),
        listOf("Sessions", [
          ["ID", "CREATED", "LAST SEEN", "EXPIRES"],
          ...sessions.map((each) => [
            each.id,
            showTime(each.createdAt),
            showTime(each.lastSeenAt),
            showTime(each.expiresAt),
          ]),
        ]),
        listOf("API keys", [
          ["ID", "KEY", "CREATED", "EXPIRES", "LAST USED", "NAME"],
          ...apiKeys.map((each) => [
            each.id,
            `…${each.hint}`,
            showTime(each.createdAt),
            showTime(each.expiresAt),
            showTime(each.lastUsedAt),
            each.name,
          ]),
        ]),
        `Usage:\n${formatUsage(usage)}`,
      ];
      return {
        text: sections.join("\n\n"),
        data: {
          ...toView(user, lastSeenAt),
          counts,
          sessions: sessions.map(({ id, createdAt, lastSeenAt: seenAt, expiresAt }) => ({
            id,
            createdAt: formatTime(createdAt),
            lastSeenAt: formatTime(seenAt),
            expiresAt: formatTime(expiresAt),
          })),
          apiKeys: apiKeys.map(toKeyView),
          usage,
        },
      };
    });
  },
};

export const accountViewCommands: readonly Command[] = [listAccounts, showAccount];

async function* readUsers({ redis }: Context): AsyncIterable<UserRecord> {
  const users = createUserStore(redis);
  for (let offset = 0; ; offset += pageSize) {
    const page = await users.listUsers({ offset, count: pageSize });
    yield* page;
    if (page.length === 0) return;
  }
}

function listOf(title: string, [heading = [], ...rows]: readonly (readonly string[])[]): string {
  return rows.length === 0 ? `${title}: none` : `${title}:\n${formatTable([heading, ...rows])}`;
}

function toView(
  { id, email, name, emailVerified, createdAt, disabledAt }: UserRecord,
  lastSeenAt: number | undefined,
) {
  return {
    id,
    email,
    name,
    emailVerified,
    createdAt: formatTime(createdAt),
    lastSeenAt: formatTime(lastSeenAt),
    disabledAt: formatTime(disabledAt),
  };
}
