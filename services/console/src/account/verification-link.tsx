import { useEffect } from "preact/hooks";
import { useAccount, useUser } from "../app/account.ts";
import { useConsole } from "../app/console.ts";

/**
 * Asks before the link of a verification mail is used: programs that scan mail open links, too. The server
 * accepts it only from its account.
 */
export function VerificationLink() {
  const services = useConsole();
  const { link, messages, session } = services;
  const { api, dialogs } = useAccount();
  const user = useUser(services);
  const opened = link.value;

  async function verify(token: string) {
    const result = await dialogs.open({
      title: "Verify your email address?",
      content: <p>You opened a link that verifies an email address of your account, {user.email}.</p>,
      action: "Verify email address",
      submit: (_values, signal) => api.verifyEmail({ token }, { signal }),
    });
    if (!result) return;
    const { email } = result.data;
    session.setUser({ ...user, email });
    messages.show(`The email address ${email} is verified.`);
  }

  useEffect(() => {
    if (opened?.name !== "verify-email") return;
    link.value = undefined;
    void verify(opened.parameters.get("token") ?? "");
  }, [opened]);
  return null;
}
