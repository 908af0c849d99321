import type { Accounts } from "@placard/accounts";
import { createMailQueue, createMailTransport } from "@placard/mail";
import type { Feature } from "../feature.ts";
import type { Platform } from "../platform.ts";
import { createAccountMails, type AccountMails } from "./account-mails.ts";

/** Part of the time for a stop. */
const drainTimeoutMs = 3_000;

export interface MailFeature extends Feature {
  /** Undefined if there is no SMTP server. */
  readonly mails: AccountMails | undefined;
}

export function createMail({ settings, metrics, logger }: Platform, accounts: Accounts): MailFeature {
  if (!settings.mail) return { mails: undefined, routes: [] };
  const transport = createMailTransport(settings.mail);
  const mails = createAccountMails({
    queue: createMailQueue({ transport, logger, countMail: metrics.countMail }),
    users: accounts.users,
    verifications: accounts.verifications,
    site: { name: settings.RP_NAME, url: settings.PUBLIC_URL },
    logger,
  });
  return {
    mails,
    routes: [],
    async stop() {
      await mails.drain(drainTimeoutMs);
      transport.close();
    },
  };
}
