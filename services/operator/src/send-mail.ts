import { createMailTransport, type Mail } from "@placard/mail";
import type { Context } from "./command.ts";

/** Sends a mail and waits until the SMTP server has accepted it. Rejects if it does not, or without SMTP_URL. */
export async function sendMail({ settings: { mail: settings } }: Context, mail: Mail): Promise<void> {
  if (!settings) throw new Error("SMTP_URL is not set");
  const transport = createMailTransport(settings);
  try {
    await transport.deliver(mail);
  } finally {
    transport.close();
  }
}
