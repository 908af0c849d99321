import type { Mail } from "./smtp-transport.ts";

/** The text of a mail, without its recipient. */
export type Message = Omit<Mail, "to">;

/** What all mails mention. */
export interface Site {
  /** RP_NAME. */
  name: string;
  /** PUBLIC_URL. */
  url: string;
}

// Names and other texts that users enter are not part of mails: anybody can register with anybody's email address, and could
// otherwise send them any text.

/** The mail that verifies an email address. `token`: see `EmailVerifications`. */
export function verificationMessage(site: Site, token: string): Message {
  return {
    subject: `Verify your email address for ${site.name}`,
    text: `To verify the email address of your ${site.name} account, open this link within 24 hours:

${site.url}/#verify-email?token=${token}

If you have no account at ${site.url}, ignore this message: somebody may have mistyped their email address.
`,
  };
}

/** The mail with an invitation. `expiresAt` is epoch ms. */
export function invitationMessage(
  site: Site,
  { link, expiresAt }: { link: string; expiresAt: number },
): Message {
  return {
    subject: `Invitation to ${site.name}`,
    text: `You can register an account at ${site.name}. Open this link before ${formatTime(expiresAt)}:

${link}

The link works once. If you did not expect this message, ignore it.
`,
  };
}

function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
