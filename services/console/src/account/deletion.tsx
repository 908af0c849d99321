import type { Account } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { useConsole } from "../app/console.ts";
import { ActionButton } from "../components/buttons.tsx";
import { formatCount } from "../components/counts.ts";
import { FieldError } from "../components/field-errors.ts";
import { TextField } from "../components/fields.tsx";
import { Card } from "../components/page.tsx";
import { signalDeletedAccount } from "../passkeys/passkey-signals.ts";

/** What a deletion deletes, by its name in the summary. */
const nouns = {
  images: "image",
  apiKeys: "API key",
  signingKeys: "signing key",
  passkeys: "passkey",
  recoveryCodes: "recovery code",
  sessions: "session",
} as const;

/** Deletes the account. */
export function Deletion() {
  const { messages, session } = useConsole();
  const { api, dialogs } = useAccount();

  async function deleteAccount() {
    const {
      data: { user, summary },
    } = await api.getAccount();
    const isConfirmed = await dialogs.open({
      title: "Delete your account?",
      content: <Confirmation email={user.email} summary={summary} />,
      action: "Delete account",
      isDangerous: true,
      submit({ texts }) {
        if (texts["email"]?.toLowerCase() === user.email) return true;
        throw new FieldError("email", `The email address does not match. Type ${user.email}.`);
      },
    });
    if (!isConfirmed) return;
    await api.deleteAccount();
    await signalDeletedAccount(user.id);
    session.end();
    messages.show("Your account was deleted.");
  }

  return (
    <Card title="Delete your account">
      <p>Deletes your account with all its passkeys, keys and images. Links to the images stop working.</p>
      <ActionButton look="danger" onAction={deleteAccount}>
        Delete account
      </ActionButton>
    </Card>
  );
}

function Confirmation({ email, summary }: { email: string; summary: Account["summary"] }) {
  return (
    <>
      <p>
        This can't be undone. The links to your images stop working, also those that you have signed. It
        deletes:
      </p>
      <ul>
        {Object.keys(nouns).map((name) => describe(name as keyof typeof nouns, summary))}
        <li>your name, email address, usage and security events</li>
      </ul>
      <TextField
        label={
          <>
            Type <strong>{email}</strong> to confirm
          </>
        }
        name="email"
        type="email"
        autocomplete="off"
        required
      />
    </>
  );
}

function describe(name: keyof typeof nouns, summary: Account["summary"]) {
  const count = summary[name];
  if (count === null) return <li>all images</li>;
  if (count === 0) return null;
  const prefix = name === "images" && summary.hasMoreImages ? "more than " : "";
  return <li>{prefix + formatCount(count, nouns[name])}</li>;
}
