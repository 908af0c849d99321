import { createUsageStore, createUserStore, type UserRecord } from "@placard/accounts";
import { findAccount, readContents, type AccountContents } from "./accounts.ts";
import type { Command, Context } from "./command.ts";
import { formatList, formatTable, showTime } from "./format.ts";
import { keyColumns, toView as toKeyView } from "./key-commands.ts";
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
        if (isFound) accounts.push(toView(user, await readContents(context, user.id)));
      }
      return {
        text: formatList("accounts", accounts, {
          EMAIL: ({ email }) => email,
          ID: ({ id }) => id,
          CREATED: ({ createdAt }) => showTime(createdAt),
          "LAST SEEN": ({ lastSeenAt }) => showTime(lastSeenAt),
          DISABLED: ({ disabledAt }) => showTime(disabledAt, "-"),
          NAME: ({ name }) => name,
        }),
        data: accounts,
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
      const contents = await readContents(context, user.id);
      const { counts, sessions, apiKeys, lastSeenAt } = contents;
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
        `Sessions:\n${formatList("sessions", sessions, {
          ID: ({ id }) => id,
          CREATED: ({ createdAt }) => showTime(createdAt),
          "LAST SEEN": (session) => showTime(session.lastSeenAt),
          EXPIRES: ({ expiresAt }) => showTime(expiresAt),
        })}`,
        `API keys:\n${formatList("API keys", apiKeys, keyColumns)}`,
        `Usage:\n${formatUsage(usage)}`,
      ];
      return {
        text: sections.join("\n\n"),
        data: {
          ...toView(user, contents),
          counts,
          sessions: sessions.map(({ id, createdAt, lastSeenAt: seenAt, expiresAt }) => {
            return { id, createdAt, lastSeenAt: seenAt, expiresAt };
          }),
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

function toView(
  { id, email, name, emailVerified, createdAt, disabledAt }: UserRecord,
  { lastSeenAt }: Pick<AccountContents, "lastSeenAt">,
) {
  return { id, email, name, emailVerified, createdAt, lastSeenAt, disabledAt };
}
