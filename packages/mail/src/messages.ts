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

// Mails contain no texts that users enter. Anybody could register with another person's address, and send
// them any text.

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

/** The security events that users get a notice of. */
const notices = {
  passkey_added: {
    subject: (site: Site) => `A passkey was added to your ${site.name} account`,
    advice: (site: Site) =>
      `If it was not you, sign in at ${site.url}, delete the passkey, and revoke all other sessions.`,
  },
  account_recovered: {
    subject: (site: Site) => `Your ${site.name} account was recovered with a recovery code`,
    advice: (site: Site) =>
      `A new passkey was added, and all other sessions were revoked. If it was not you, sign in at ${site.url} with your own passkey, delete the new one, and create new recovery codes.`,
  },
  email_changed: {
    subject: (site: Site) => `The email address of your ${site.name} account was changed`,
    advice: (site: Site) =>
      `This address no longer belongs to the account. If it was not you, sign in at ${site.url} with your passkey, change the address back, and delete passkeys that are not yours.`,
  },
  account_deleted: {
    subject: (site: Site) => `Your ${site.name} account was deleted`,
    advice: (site: Site) => `If it was not you, contact the operator of ${site.url}.`,
  },
} as const;

/** What happened, when (epoch ms), and from which address. */
interface Notice {
  type: string;
  at: number;
  address?: string | undefined;
}

/** The notice of a security event; undefined for events without one. */
export function noticeMessage(site: Site, { type, at, address }: Notice): Message | undefined {
  if (!Object.hasOwn(notices, type)) return undefined;
  const { subject, advice } = notices[type as keyof typeof notices];
  const from = address === undefined ? "" : `, from the network address ${address}`;
  return {
    subject: subject(site),
    text: `${subject(site)} at ${formatTime(at)}${from}.\n\n${advice(site)}\n`,
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
