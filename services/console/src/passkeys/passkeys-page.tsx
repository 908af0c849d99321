import type { Passkey } from "@placard/client";
import { useAccount } from "../app/account.ts";
import { isUnauthorized } from "../app/actions.ts";
import { useConsole } from "../app/console.ts";
import { Checkbox, TextField } from "../components/fields.tsx";
import { focusTitle } from "../components/focus.ts";
import { Item, LoadedList } from "../components/list.tsx";
import { useLoaded } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { Time } from "../components/time.tsx";
import { describeUserAgent } from "@placard/contracts/user-agent";
import { formatCount } from "../components/counts.ts";
import { AddPasskey } from "./add-passkey.tsx";
import { ProviderIcon } from "./provider-icon.tsx";
import { signalDeletedPasskey } from "./passkey-signals.ts";

/** Adds, lists, renames and deletes passkeys. */
export function PasskeysPage() {
  const { messages, session } = useConsole();
  const { api, dialogs } = useAccount();
  const passkeys = useLoaded("your passkeys", async () => (await api.listPasskeys()).data.passkeys);

  async function rename({ id, name }: Passkey) {
    const newName = await dialogs.open({
      title: `Rename “${name}”`,
      content: (
        <TextField
          label="New name"
          name="name"
          defaultValue={name}
          maxLength={128}
          required
          autocomplete="off"
        />
      ),
      action: "Rename",
      submit: ({ texts }) => texts["name"],
    });
    if (newName === undefined || newName === name) return;
    await api.renamePasskey(id, { name: newName });
    await passkeys.refresh();
    focusTitle();
    messages.show(`The passkey was renamed to “${newName}”.`);
  }

  async function remove({ id, name, credentialId }: Passkey) {
    const fields = await dialogs.confirm({
      title: `Delete the passkey “${name}”?`,
      content: (
        <>
          <p>
            You can no longer sign in with it, and browsers that signed in with it are signed out. Keys,
            webhooks and recovery codes that were created with it are revoked.
          </p>
          <CreatedKeys names={await listKeysCreatedWith(id)} />
          <p>Also delete it on your device, which would keep offering it.</p>
        </>
      ),
      action: "Delete passkey",
    });
    if (!fields) return;
    const revokeKeys = fields.all("keepKeys").length === 0;
    await api.deletePasskey(id, { revokeKeys });
    await signalDeletedPasskey(credentialId);
    const message = `The passkey “${name}” was deleted${revokeKeys ? "" : ". What was created with it stays valid"}.`;
    try {
      await passkeys.refresh();
    } catch (error) {
      if (!isUnauthorized(error)) throw error;
      session.end();
      return messages.show(`${message} You are signed out, because you had signed in with it.`);
    }
    focusTitle();
    messages.show(message);
  }

  /** @returns the names of the keys that were created with the passkey */
  async function listKeysCreatedWith(passkeyId: string): Promise<string[]> {
    const [apiKeys, signingKeys] = await Promise.all([api.listApiKeys(), api.listSigningKeys()]);
    return [...apiKeys.data.keys, ...signingKeys.data.signingKeys]
      .filter((key) => key.passkeyId === passkeyId)
      .map(({ name }) => name);
  }

  function describe(passkey: Passkey) {
    const isLast = passkeys.data.value?.length === 1;
    const { name, provider, createdAt, lastUsedAt, deviceType, backedUp, sessionCount, lastSession } =
      passkey;
    return (
      <Item
        icon={provider !== null && <ProviderIcon provider={provider} />}
        title={name}
        badge={backedUp ? "Synced" : undefined}
        facts={[
          <Time event="created" at={createdAt} />,
          provider !== null && !name.includes(provider) && provider,
          lastUsedAt === null ? "never used to sign in" : <Time event="last used" at={lastUsedAt} />,
          lastSession !== null && `signed in ${describeClient(lastSession)}`,
          sessionCount > 0 && `used for ${formatCount(sessionCount, "session")}`,
          deviceType === "singleDevice" ? "stays on one device" : "can be synced to other devices",
        ]}
        actions={[
          { label: "Rename", name: `Rename ${name}`, run: () => rename(passkey) },
          ...(isLast ? [] : [{ label: "Delete", name: `Delete ${name}`, run: () => remove(passkey) }]),
        ]}
      >
        {isLast && <p class="hint details">To delete this passkey, add another one first.</p>}
      </Item>
    );
  }

  return (
    <Page title="Passkeys">
      <p class="lead">
        You sign in with a passkey. Add one on a second device, so that you can still sign in if you lose the
        first. <a href="docs/accounts#passkeys">About passkeys</a>
      </p>
      <div class="card">
        <AddPasskey onAdded={passkeys.refresh} />
      </div>
      <LoadedList from={passkeys} empty={null}>
        {describe}
      </LoadedList>
    </Page>
  );
}

function CreatedKeys({ names }: { names: readonly string[] }) {
  return (
    <>
      {names.length > 0 && (
        <ul id="created-keys">
          {names.map((name) => (
            <li>{name}</li>
          ))}
        </ul>
      )}
      <Checkbox name="keepKeys" aria-describedby="created-keys">
        Keep them. Do this only if nobody else can have used the passkey.
      </Checkbox>
    </>
  );
}

/** Where a session was begun: “with Firefox on Linux from 203.0.113.7”. */
function describeClient({ userAgent, address }: NonNullable<Passkey["lastSession"]>): string {
  const browser = userAgent === null ? "with an unknown browser" : `with ${describeUserAgent(userAgent)}`;
  return address === null ? browser : `${browser} from ${address}`;
}
