import type { Accounts, NewSecurityEvent, User } from "@placard/accounts";
import {
  createMailQueue,
  createMailTransport,
  noticeMessage,
  verificationMessage,
  type MailQueue,
} from "@placard/mail";
import { AppError } from "@placard/contracts";
import type { Feature } from "../feature.ts";
import type { Platform } from "../platform.ts";

/** Part of the time for a stop. */
const drainTimeoutMs = 3_000;

export interface MailFeature extends Feature {
  /** Undefined if there is no SMTP server. */
  readonly mails: AccountMails | undefined;
}

export function createMail(platform: Platform, accounts: Accounts): MailFeature {
  const { settings, metrics, logger } = platform;
  if (!settings.mail) return { mails: undefined, routes: [] };
  const transport = createMailTransport(settings.mail);
  const queue = createMailQueue({ transport, logger, countMail: metrics.countMail });
  const mails = createAccountMails(platform, accounts, queue);
  return {
    mails,
    routes: [],
    async stop() {
      await mails.drain(drainTimeoutMs);
      transport.close();
    },
  };
}

/** The mails to users about their accounts. */
export type AccountMails = ReturnType<typeof createAccountMails>;

type Context = Pick<NewSecurityEvent, "accountId" | "requestId">;
type RecordedEvent = NewSecurityEvent & { at: number };

export function createAccountMails(
  { settings, logger }: Platform,
  { users, verifications }: Accounts,
  queue: MailQueue,
) {
  const site = { name: settings.RP_NAME, url: settings.PUBLIC_URL };
  const tasks = new Set<Promise<void>>();

  /**
   * Enqueues the mail that verifies a user's email address, or a new one in its place.
   * @throws AppError `rate_limited` past the limit on these mails, or `unavailable` if too many mails are
   *   waiting
   */
  async function sendVerification(
    user: Pick<User, "id" | "email">,
    context: Context,
    address = user.email,
  ): Promise<void> {
    const issued = await verifications.issueVerification(user, address);
    if ("retryAfterSeconds" in issued) throw new AppError("rate_limited", issued);
    const mail = { to: address, ...verificationMessage(site, issued.token) };
    if (!queue.enqueue(mail, { ...context, mail: "verification" })) throw new AppError("unavailable");
  }

  /** Notices go to verified addresses only: another one may belong to somebody else. */
  async function sendMailsFor({ formerUser, ...event }: RecordedEvent): Promise<void> {
    const { type, accountId, requestId } = event;
    const isAddressNew = type === "account_registered" || type === "email_changed";
    const notice = noticeMessage(site, event);
    if (!isAddressNew && !notice) return;
    const user = await users.findUserRecord(accountId);
    const recipient = formerUser ?? user;
    if (notice && recipient?.emailVerified)
      queue.enqueue({ to: recipient.email, ...notice }, { accountId, requestId, mail: type });
    if (isAddressNew && user && !user.emailVerified) await sendVerification(user, { accountId, requestId });
  }

  return {
    sendVerification,

    /** Enqueues the mails that a security event causes. Returns immediately; a failure is logged. */
    sendForEvent(event: RecordedEvent): void {
      const { accountId, requestId, type } = event;
      const task = sendMailsFor(event)
        .catch((error: unknown) => {
          logger.warn({ accountId, requestId, type, err: error }, "mail for security event failed");
        })
        .finally(() => tasks.delete(task));
      tasks.add(task);
    },

    /** Waits until all mails have been sent, or `timeoutMs` have passed. */
    async drain(timeoutMs: number): Promise<void> {
      await Promise.all(tasks);
      await queue.drain(timeoutMs);
    },
  };
}
