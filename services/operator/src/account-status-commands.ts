import {
  createUserStore,
  deleteAccount,
  disableAccount,
  enableAccount,
  type UserRecord,
} from "@placard/accounts";
import { isEmail } from "@placard/contracts";
import { noticeMessage } from "@placard/mail";
import { deletedMeanwhile, findAccount, readContents, recordOperatorEvent, sendMail } from "./accounts.ts";
import { CommandError, UsageError, type Command, type Context } from "./command.ts";
import { withRedis } from "./run-with-redis.ts";

const disable: Command = {
  name: "accounts disable",
  summary: "Disable an account: revoke its sessions, and reject its logins and keys",
  synopsis: "EMAIL|ID",
  notes: ["Its images and links stay. `accounts enable` enables it again."],
  prepare({ positionals: [emailOrId = ""] }) {
    return withRedis(async (context) => {
      const { id, email, disabledAt } = await findAccount(context, emailOrId);
      if (disabledAt !== undefined) throw new CommandError(`The account ${email} is disabled already.`);
      const { redis, now } = context;
      if ((await disableAccount(redis, id, now())) === "no_user") throw deletedMeanwhile(email);
      await recordOperatorEvent(context, { accountId: id, type: "account_disabled" });
      return {
        text: `Disabled ${email}. Its sessions are revoked, and its keys are rejected.`,
        data: { id, email },
      };
    });
  },
};

const enable: Command = {
  name: "accounts enable",
  summary: "Enable a disabled account and its keys",
  synopsis: "EMAIL|ID",
  prepare({ positionals: [emailOrId = ""] }) {
    return withRedis(async (context) => {
      const { id, email, disabledAt } = await findAccount(context, emailOrId);
      if (disabledAt === undefined) throw new CommandError(`The account ${email} is not disabled.`);
      if ((await enableAccount(context.redis, id)) === "no_user") throw deletedMeanwhile(email);
      await recordOperatorEvent(context, { accountId: id, type: "account_enabled" });
      return { text: `Enabled ${email}. Its sessions stay revoked.`, data: { id, email } };
    });
  },
};

const setEmail: Command = {
  name: "accounts set-email",
  summary: "Change the email address of an account",
  synopsis: "EMAIL|ID NEW-EMAIL",
  notes: ["The new address is not verified. Its user signs in with it from then on."],
  prepare({ positionals: [emailOrId = "", newEmail = ""] }) {
    const email = newEmail.toLowerCase();
    if (!isEmail(email)) throw new UsageError("NEW-EMAIL must be an email address.");
    return withRedis(async (context) => {
      const user = await findAccount(context, emailOrId);
      const changed = await createUserStore(context.redis).updateUser(user.id, { email });
      if (changed === "no_user") throw deletedMeanwhile(user.email);
      if (changed === "email_taken") throw new CommandError(`Another account has the address ${email}.`);
      await recordOperatorEvent(context, { accountId: user.id, type: "email_changed" });
      return { text: `Changed ${user.email} to ${email}.`, data: { id: user.id, email } };
    });
  },
};

const deleteCommand: Command = {
  name: "accounts delete",
  summary: "Delete an account with everything that it has, and its images",
  synopsis: "EMAIL|ID [--yes]",
  notes: ["--yes  deletes without a question, for scripts", "This cannot be undone."],
  prepare({ options, positionals: [emailOrId = ""] }) {
    return withRedis(async (context) => {
      const { redis, now, ask, writeMessage } = context;
      const user = await findAccount(context, emailOrId);
      const { id, email, name } = user;
      if (options["yes"] !== true) {
        if (!ask)
          throw new CommandError("There is no terminal to confirm at. Add --yes to delete the account.");
        const { counts } = await readContents(context, id);
        writeMessage(
          `The account ${email} (${name}) has ${counts.passkeys} passkeys, ${counts.sessions} sessions, ${counts.apiKeys} API keys and ${counts.signingKeys} signing keys. Its links stop working. This cannot be undone.`,
        );
        const answer = await ask("Type the email address to delete the account: ");
        if (answer.trim().toLowerCase() !== email)
          throw new CommandError("Not deleted: the email address differs.");
      }
      if ((await deleteAccount(redis, id, now())) === "no_user") throw deletedMeanwhile(email);
      await recordOperatorEvent(context, { accountId: id, type: "account_deleted" });
      await notifyOfDeletion(context, user);
      return { text: `Deleted ${email}. Renderers delete its images.`, data: { id, email } };
    });
  },
};

export const accountStatusCommands: readonly Command[] = [disable, enable, setEmail, deleteCommand];

/** Sends the notice that the user would get of a deletion in the console. A message says if that fails. */
async function notifyOfDeletion(context: Context, { email, emailVerified }: UserRecord): Promise<void> {
  const { settings, now, writeMessage } = context;
  const site = { name: settings.RP_NAME, url: settings.PUBLIC_URL };
  const notice = noticeMessage(site, { type: "account_deleted", at: now() });
  if (!emailVerified || !notice) return;
  const failure = await sendMail(context, { to: email, ...notice });
  if (failure !== undefined) writeMessage(`The user could not be notified (${failure}).`);
}
