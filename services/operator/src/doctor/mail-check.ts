import { createMailTransport } from "@placard/mail";
import type { readGatewaySettings } from "@placard/runtime";
import { describeError } from "../format.ts";
import { failed, ok, type Finding } from "./finding.ts";

/** Whether the SMTP server can be reached and accepts the credentials. No mail is sent. */
export async function checkMail(settings: ReturnType<typeof readGatewaySettings>["mail"]): Promise<Finding> {
  if (!settings) return ok("SMTP_URL is not set: email addresses are not verified, and no notices are sent.");
  const transport = createMailTransport(settings);
  try {
    await transport.check();
    return ok("The SMTP server accepts connections. Whether it delivers mails is not checked.");
  } catch (error) {
    return failed(
      `The SMTP server failed: ${describeError(error)}. Check SMTP_URL, its user and password, and the network.`,
    );
  } finally {
    transport.close();
  }
}
