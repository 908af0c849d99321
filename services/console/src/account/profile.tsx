import type { Account } from "@placard/client";
import { useAccount, useUser } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { EmailField, UserNameField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";
import { Loaded, useLoaded, type Loadable } from "../components/loaded.tsx";
import { Card } from "../components/page.tsx";
import { signalUserDetails } from "../passkeys/passkey-signals.ts";

/** Changes the name and the email address, and shows whether the address is verified. */
export function Profile({ account }: { account: Loadable<Account> }) {
  const services = useConsole();
  const { messages, session } = services;
  const { api } = useAccount();
  const user = useUser(services);

  async function save({ texts: { email = "", name = "" } }: FormValues) {
    const changes = {
      ...(email.toLowerCase() !== user.email && { email }),
      ...(name !== user.name && { name }),
    };
    if (Object.keys(changes).length === 0) return messages.show("Your name and email are unchanged.");
    const { data } = await api.updateAccount(changes);
    session.setUser(data.user);
    void account.load();
    messages.show(
      data.pendingEmail === undefined
        ? "Your account was updated."
        : `To change your email address, open the link that was sent to ${data.pendingEmail}.`,
    );
    void signalUserDetails(data.user);
  }

  return (
    <Card title="Profile">
      <Form class="inline-form" onSubmit={save}>
        <EmailField defaultValue={user.email} />
        <UserNameField defaultValue={user.name} />
        <button type="submit">Save</button>
      </Form>
      <Loaded from={account}>{(shown) => <EmailVerification user={shown.user} />}</Loaded>
    </Card>
  );
}

/** Shows nothing if the server sends no mail. */
function EmailVerification({ user: { email, emailVerified } }: { user: Account["user"] }) {
  const { messages } = useConsole();
  const { api } = useAccount();
  const config = useLoaded("the settings of the server", async () => (await api.getAuthConfig()).data);

  async function send() {
    await api.sendVerificationMail();
    messages.show(`An email was sent to ${email}.`);
  }

  return (
    <Loaded from={config}>
      {({ hasMail }) =>
        hasMail && (
          <div class="row verification">
            {emailVerified ? (
              <p class="hint">Your email address is verified.</p>
            ) : (
              <>
                <p>
                  Your email address is not verified. Open the link in the email that was sent to {email}.
                </p>
                <ActionButton look="secondary" onAction={send}>
                  Send email again
                </ActionButton>
              </>
            )}
          </div>
        )
      }
    </Loaded>
  );
}
