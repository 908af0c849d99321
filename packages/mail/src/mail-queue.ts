import { lanes, type LaneSize } from "@placard/contracts";
import { Lane, type Logger } from "@placard/runtime";
import type { Mail, MailTransport } from "./smtp-transport.ts";

/** What happened to a mail: `dropped` if the queue was full. */
export const mailResults = ["sent", "failed", "dropped"] as const;
export type MailResult = (typeof mailResults)[number];

interface Deps {
  transport: Pick<MailTransport, "deliver">;
  logger: Pick<Logger, "info" | "warn">;
  countMail: (result: MailResult) => void;
  size?: LaneSize;
}

/** Log fields of a mail: what it is about, and whose. No address and no text. */
export type MailFields = Readonly<Record<string, string | undefined>>;

/** Mails that wait in memory for delivery. */
export type MailQueue = ReturnType<typeof createMailQueue>;

/**
 * Creates a queue in memory. Every mail is sent once: an SMTP server that stores and forwards mails retries
 * by itself. The result of every mail is logged.
 */
export function createMailQueue({ transport, logger, countMail, size = lanes.mails }: Deps) {
  const lane = new Lane(size);
  const stopping = new AbortController();

  async function send(mail: Mail, fields: MailFields): Promise<void> {
    try {
      await transport.deliver(mail);
      logger.info(fields, "mail sent");
      countMail("sent");
    } catch (error) {
      logger.warn({ ...fields, err: error }, "mail delivery failed");
      countMail("failed");
    }
  }

  return {
    /** Enqueues a mail and returns immediately. Returns false if too many are waiting, or of its account. */
    enqueue(mail: Mail, fields: MailFields): boolean {
      const account = fields["accountId"] ?? mail.to;
      if (lane.isFull(account)) {
        logger.warn(fields, "mail dropped: too many mails are waiting");
        countMail("dropped");
        return false;
      }
      lane.run(account, () => send(mail, fields), stopping.signal).catch(() => {}); // counted as unsent
      return true;
    },

    /** Waits until all mails have been sent, or `timeoutMs` have passed. Logs how many have not been sent. */
    async drain(timeoutMs: number): Promise<void> {
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => (timer = setTimeout(resolve, timeoutMs)));
      await Promise.race([lane.onIdle(), timeout]).finally(() => clearTimeout(timer));
      const unsent = lane.count;
      stopping.abort();
      if (unsent > 0) logger.warn({ count: unsent }, "mails not sent before the stop");
    },
  };
}
