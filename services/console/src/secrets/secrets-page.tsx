import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { TextField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";
import { Item, LoadedList } from "../components/list.tsx";
import type { Loadable } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { SecretPanel, type SecretPanelProps } from "../components/secret-panel.tsx";
import { Time } from "../components/time.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";

/** A listed secret, without its value. */
export interface Secret {
  id: string;
  name: string;
  /** Texts by which the user can recognize it, such as its last characters, and its scopes. */
  identifiers: readonly string[];
  /** ISO 8601. */
  createdAt: string;
  /** ISO 8601. */
  lastUsedAt: string | null;
  /** ISO 8601; undefined if this kind of secret can't expire. */
  expiresAt?: string | null;
}

/** A kind of named secret that users create, list and revoke. */
export interface SecretKind {
  title: string;
  lead: ComponentChildren;
  /** Used in labels and messages. */
  noun: string;
  /** The fields of the form behind the name. */
  fields?: ComponentChildren;
  /** The consequence of a revocation. */
  revokeWarning: string;
}

/** Creates, lists and revokes secrets of one kind. */
export function SecretsPage({
  kind,
  secrets,
  create,
  revoke,
}: {
  kind: SecretKind;
  secrets: Loadable<readonly Secret[]>;
  /** @returns the name of the new secret, and its values; the last one is shown only once */
  create: (values: FormValues) => Promise<{ name: string } & Omit<SecretPanelProps, "title">>;
  revoke: (id: string) => Promise<unknown>;
}) {
  const confirmed = useConfirmed(secrets);
  const created = useSignal<SecretPanelProps>();
  const { title, lead, noun, fields, revokeWarning } = kind;

  async function createSecret(values: FormValues) {
    const { name, ...shown } = await create(values);
    created.value = { title: `The ${noun} “${name}” was created.`, ...shown };
    values.reset();
    await secrets.refresh();
  }

  const revokeSecret = ({ id, name }: Secret) =>
    confirmed({
      title: `Revoke the ${noun} “${name}”?`,
      content: revokeWarning,
      action: `Revoke ${noun}`,
      async run() {
        await revoke(id);
        created.value = undefined;
      },
      message: `The ${noun} “${name}” was revoked.`,
    });

  return (
    <Page title={title}>
      <p class="lead">{lead}</p>
      <div class="card">
        <Form class="inline-form" onSubmit={createSecret}>
          <TextField
            label={`Name of the new ${noun}`}
            name="name"
            what="a name"
            autocomplete="off"
            maxLength={128}
            required
          />
          {fields}
          <button type="submit">Create {noun}</button>
        </Form>
        {created.value && <SecretPanel {...created.value} />}
      </div>
      <LoadedList from={secrets} empty={`You have no ${noun}s yet.`}>
        {(secret) => <SecretItem key={secret.id} secret={secret} revoke={() => revokeSecret(secret)} />}
      </LoadedList>
    </Page>
  );
}

function SecretItem({ secret, revoke }: { secret: Secret; revoke: () => Promise<unknown> }) {
  const { name, identifiers, createdAt, lastUsedAt, expiresAt } = secret;
  return (
    <Item
      title={name}
      facts={[
        ...identifiers,
        <Time event="created" at={createdAt} />,
        lastUsedAt === null ? "never used" : <Time event="last used" at={lastUsedAt} />,
        expiresAt === null && "does not expire",
        !!expiresAt && <Time event="expires" at={expiresAt} />,
      ]}
      actions={[{ label: "Revoke", name: `Revoke ${name}`, run: revoke }]}
    />
  );
}
