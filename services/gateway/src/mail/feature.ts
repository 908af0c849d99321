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
