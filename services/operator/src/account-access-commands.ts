import {
  createInvitations,
  createRecoveryCodes,
  createUserStore,
  invitationLink,
  isEmailPermitted,
  recoveryLink,
} from "@placard/accounts";
import { isEmail } from "@placard/contracts";
import { invitationMessage } from "@placard/mail";
import { deletedMeanwhile, findAccount, recordOperatorEvent, sendMail } from "./accounts.ts";
import { CommandError, UsageError, type Command, maxExpiryDays, parseCount } from "./command.ts";
import { showTime } from "./format.ts";
import { withRedis } from "./run-with-redis.ts";

const defaultInvitationDays = 7;
const recoveryTtlMs = 86_400_000;

const invite: Command = {
  name: "accounts invite",
  summary: "Create an invitation and print its link, which registers one account",
  synopsis: "[EMAIL] [--expires-in-days DAYS] [--send]",
  notes: [
    "EMAIL  the only address that may be registered; without it, the link is valid for any address",
    `DAYS  a whole number from 1 to 36500; ${defaultInvitationDays} by default`,
    "--send  also sends the link to EMAIL, through SMTP_URL",
  ],
  prepare({ options, positionals }) {
    const email = positionals[0]?.toLowerCase();
    if (email !== undefined && !isEmail(email)) throw new UsageError("EMAIL must be an email address.");
    const days = parseCount(options, "expires-in-days", maxExpiryDays) ?? defaultInvitationDays;
    const isSent = options["send"] === true;
    if (isSent && email === undefined) throw new UsageError("--send needs EMAIL.");
    return withRedis(async (context) => {
      const { redis, now, settings } = context;
      const { PUBLIC_URL, SIGNUP, SIGNUP_EMAILS, RP_NAME } = settings;
      if (isSent && !settings.mail)
        throw new CommandError(
          "--send needs an SMTP server. Set SMTP_URL and MAIL_FROM, as for the gateway.",
        );
      if (email !== undefined && !isEmailPermitted(SIGNUP_EMAILS, email))
        throw new CommandError(`SIGNUP_EMAILS does not permit ${email}. Add it to SIGNUP_EMAILS first.`);
      if (email !== undefined && (await createUserStore(redis).findUserId(email)) !== undefined)
        throw new CommandError(
          `${email} has an account already. If its passkeys are lost, run \`accounts recover\`.`,
        );
      const { token, invitation } = await createInvitations({ redis, now }).issueInvitation({
        email,
        ttlSeconds: days * 86_400,
      });
      const link = invitationLink(PUBLIC_URL, { token, email });
      const closed =
        SIGNUP === "closed" ? " SIGNUP is closed: it is rejected until SIGNUP is invite or open." : "";
      const message = invitationMessage({ name: RP_NAME, url: PUBLIC_URL }, { ...invitation, link });
      const failure = isSent ? await sendMail(context, { to: email ?? "", ...message }) : undefined;
      const sent =
        failure === undefined
          ? " The link was sent."
          : ` The mail could not be sent (${failure}): send the link yourself.`;
      return {
        text: link,
        data: {
          id: invitation.id,
          email: email ?? null,
          link,
          expiresAt: invitation.expiresAt,
          ...(isSent && { isSent: failure === undefined }),
        },
        isFailure: failure !== undefined,
        notice: `Created invitation ${invitation.id} for ${email ?? "any email address"}, which expires at ${showTime(invitation.expiresAt)}. The link cannot be shown again.${isSent ? sent : ""}${closed}`,
      };
    });
  },
};

const recover: Command = {
  name: "accounts recover",
  summary: "Print a link with which the user of an account adds a passkey, once, within 24 hours",
  synopsis: "EMAIL|ID",
  notes: [
    "Verify first that the request is from the user: the link gives access to the account.",
    "A link that was printed before becomes invalid. Using the link revokes all other sessions.",
  ],
  prepare({ positionals: [emailOrId = ""] }) {
    return withRedis(async (context) => {
      const { id, email, disabledAt } = await findAccount(context, emailOrId);
      if (disabledAt !== undefined)
        throw new CommandError(`The account ${email} is disabled. Run \`accounts enable\` first.`);
      const code = await createRecoveryCodes(context.redis).issueCode(id, recoveryTtlMs);
      if (code === undefined) throw deletedMeanwhile(email);
      await recordOperatorEvent(context, { accountId: id, type: "recovery_code_issued" });
      const expiresAt = context.now() + recoveryTtlMs;
      const link = recoveryLink(context.settings.PUBLIC_URL, { email, code });
      return {
        text: link,
        data: { id, email, link, expiresAt },
        notice: `Created a recovery link of ${email}, which expires at ${showTime(expiresAt)}. It cannot be shown again.`,
      };
    });
  },
};

const revokeInvitation: Command = {
  name: "invitations revoke",
  summary: "Revoke an invitation",
  synopsis: "ID",
  prepare: ({ positionals: [id = ""] }) =>
    withRedis(async ({ redis, now }) => {
      if (!(await createInvitations({ redis, now }).revokeInvitation(id)))
        throw new CommandError(`Invitation ${id} not found: it was used or revoked, or has expired.`);
      return { text: `Revoked invitation ${id}.`, data: { id } };
    }),
};

/** The commands that let people register or recover an account. */
export const accessCommands: readonly Command[] = [invite, recover, revokeInvitation];
