import { parseMailbox, type Mailbox } from "@placard/runtime";
import { createTransport } from "nodemailer";

/** How mails are sent. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  smtpUrl: string;
  /** The sender. */
  from: Mailbox;
}

/** A mail in plain text. */
export interface Mail {
  /** The address of the recipient. */
  to: string;
  subject: string;
  text: string;
}

/** A connection to an SMTP server. */
export type MailTransport = ReturnType<typeof createMailTransport>;

const connectTimeoutMs = 5_000;
const idleTimeoutMs = 10_000;
const deliveryTimeoutMs = 20_000;
const maxConnections = 2;

/** Creates a pool of connections to an SMTP server. It connects with the first mail. */
export function createMailTransport({ smtpUrl, from }: MailSettings) {
  const { protocol, hostname, port, username, password } = new URL(smtpUrl);
  const isTls = protocol === "smtps:";
  const auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  const transport = createTransport({
    pool: true,
    maxConnections,
    host: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    ...(username !== "" && { auth, requireTLS: !isTls }), // credentials are never sent in clear text
    dnsTimeout: connectTimeoutMs,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: idleTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

  return {
    /**
     * Delivers a mail to the SMTP server within 20 s. Rejects if the server is unavailable, too slow, or
     * rejects the mail. Also rejects a quoted local part: SMTP servers disagree on where the address ends.
     * The error contains no email addresses, so that it can be logged.
     */
    async deliver({ to, subject, text }: Mail): Promise<void> {
      if (parseMailbox(to)?.address !== to) throw new Error("mail to this form of address is not supported");
      const sent = transport.sendMail({
        from,
        to,
        subject,
        text,
        textEncoding: "quoted-printable", // lines may be longer than SMTP servers accept
        headers: { "Auto-Submitted": "auto-generated" }, // RFC 3834: no automatic replies
        signal: AbortSignal.timeout(deliveryTimeoutMs),
      });
      await sent.catch((error: unknown) => {
        throw withoutAddresses(error);
      });
    },

    /** Closes all connections. */
    close(): void {
      transport.close();
    },
  };
}

/**
 * The message and codes of an error of nodemailer. Other members and SMTP responses contain the recipient.
 */
function withoutAddresses(error: unknown): Error {
  const { code, command, responseCode } = error as { code?: string; command?: string; responseCode?: number };
  const text = error instanceof Error ? error.message : String(error);
  const message = text.replaceAll(/[^\s<>"]{1,64}@[^\s<>"]+/g, "[address]");
  return Object.assign(new Error(message), { code, command, responseCode });
}
