/** An email address, and the name that is shown for it. */
export interface Mailbox {
  name: string;
  address: string;
}

/** Whether SMTP_URL is valid: `smtp[s]://[user:password@]host[:port]`. */
export function isSmtpUrl(value: string): boolean {
  if (!/^smtps?:\/\//.test(value) || !URL.canParse(value)) return false;
  const { hostname, username, password, pathname, search, hash } = new URL(value);
  const isServer = hostname !== "" && ["", "/"].includes(pathname) && search === "" && hash === "";
  return isServer && (username === "") === (password === "") && isDecodable(username + password);
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The mailbox in MAIL_FROM: `address` or `Name <address>`. Undefined for any other form. */
export function parseMailbox(value: string): Mailbox | undefined {
  const [, name = "", bracketed] = /^([^<>"\p{Cc}]*) <([^<>]*)>$/u.exec(value) ?? [];
  const address = bracketed ?? value;
  return /^[\w!#$%&'*+/=?^`{|}~.-]+@[a-z0-9.-]+$/i.test(address) ? { name, address } : undefined;
}

/** The errors in the combination of the mail settings. Each setting by itself is validated elsewhere. */
export function findMailSettingErrors(settings: Readonly<Record<string, unknown>>): string[] {
  const { SMTP_URL, MAIL_FROM, REQUIRE_VERIFIED_EMAIL } = settings;
  const errors: string[] = [];
  if (SMTP_URL !== undefined && MAIL_FROM === undefined)
    errors.push("MAIL_FROM is required because SMTP_URL is set");
  if (SMTP_URL === undefined && REQUIRE_VERIFIED_EMAIL === true)
    errors.push("SMTP_URL is required because REQUIRE_VERIFIED_EMAIL is true");
  return errors;
}
