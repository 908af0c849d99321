import { createMailTransport, type Mail } from "@placard/mail";
import type { Context } from "./command.ts";
import { describeError } from "./format.ts";

/**
 * Sends a mail and waits until the SMTP server has accepted it. Resolves with the reason if that failed;
 * undefined if it was sent, or if SMTP_URL is not set.
 */
export async function sendMail(
  { settings }: Pick<Context, "settings">,
  mail: Mail,
): Promise<string | undefined> {
  if (!settings.mail) return undefined;
  const transport = createMailTransport(settings.mail);
  try {
    await transport.deliver(mail);
    return undefined;
  } catch (error) {
    return describeError(error);
  } finally {
    transport.close();
  }
}
