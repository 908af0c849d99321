import { useSignal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { FieldError } from "../components/field-errors.ts";
import { CheckboxGroup, SelectField, TextField } from "../components/fields.tsx";
import { Form, type FormValues } from "../components/form.tsx";
import { Item, LoadedList } from "../components/list.tsx";
import type { Loadable } from "../components/loaded.tsx";
import { Page } from "../components/page.tsx";
import { SecretPanel, type SecretPanelProps } from "../components/secret-panel.tsx";
import { Time } from "../components/time.tsx";
import { useConfirmed } from "../components/use-confirmed.tsx";

const dayMs = 86_400_000;

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

export interface NewSecret {
  name: string;
  /** ISO 8601; undefined if the server decides. */
  expiresAt: string | undefined;
  /** Empty if this kind of secret has none. */
  scopes: readonly string[];
}

/** A kind of named secret that users create, list and revoke. */
export interface SecretKind {
  title: string;
  lead: ComponentChildren;
  /** Used in labels and messages. */
  noun: { one: string; many: string };
  canExpire: boolean;
  /** The scopes that the user can choose. */
  scopes?: readonly { value: string; label: string }[];
  /** The scopes that are checked at first: the least that most users need. */
  defaultScopes?: readonly string[];
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
  create: (request: NewSecret) => Promise<{ name: string } & Omit<SecretPanelProps, "title">>;
  revoke: (id: string) => Promise<unknown>;
}) {
  const confirmed = useConfirmed(secrets);
  const created = useSignal<SecretPanelProps>();
  const { title, lead, noun, canExpire, scopes = [], defaultScopes = [], revokeWarning } = kind;

  async function createSecret(values: FormValues) {
    const { name, ...shown } = await create(readSecret(values, scopes.length > 0));
    created.value = { title: `The ${noun.one} “${name}” was created.`, ...shown };
    values.reset();
    await secrets.refresh();
  }

  const revokeSecret = ({ id, name }: Secret) =>
    confirmed({
      title: `Revoke the ${noun.one} “${name}”?`,
      content: revokeWarning,
      action: `Revoke ${noun.one}`,
      async run() {
        await revoke(id);
        created.value = undefined;
      },
      message: `The ${noun.one} “${name}” was revoked.`,
    });

  return (
    <Page title={title}>
      <p class="lead">{lead}</p>
      <div class="card">
        <Form class="inline-form" onSubmit={createSecret}>
          <TextField
            label={`Name of the new ${noun.one}`}
            name="name"
            what="a name"
            autocomplete="off"
            maxLength={128}
            required
          />
          {canExpire && (
            <SelectField
              label="Expires"
              name="days"
              options={[
                ["365", "In 1 year"],
                ["90", "In 90 days"],
                ["30", "In 30 days"],
                ["", "Never, unless the operator limits it"],
              ]}
            />
          )}
          {scopes.length > 0 && (
            <CheckboxGroup legend="Scopes" name="scope" options={scopes} checked={defaultScopes} />
          )}
          <button type="submit">Create {noun.one}</button>
        </Form>
        {created.value && <SecretPanel {...created.value} />}
      </div>
      <LoadedList from={secrets} empty={`You have no ${noun.many} yet.`}>
        {(secret) => <SecretItem key={secret.id} secret={secret} revoke={() => revokeSecret(secret)} />}
      </LoadedList>
    </Page>
  );
}

function SecretItem({ secret, revoke }: { secret: Secret; revoke: () => Promise<void> }) {
  const { name, identifiers, createdAt, lastUsedAt, expiresAt } = secret;
  const isExpired = !!expiresAt && Date.parse(expiresAt) <= Date.now();
  return (
    <Item
      title={name}
      badge={isExpired ? "Expired" : undefined}
      facts={[
        ...identifiers,
        <Time event="created" at={createdAt} />,
        lastUsedAt === null ? "never used" : <Time event="last used" at={lastUsedAt} />,
        expiresAt === null && "does not expire",
        !!expiresAt && <Time event={isExpired ? "expired" : "expires"} at={expiresAt} />,
      ]}
      actions={[{ label: "Revoke", name: `Revoke ${name}`, run: revoke }]}
    />
  );
}

/** @throws FieldError if the secret needs scopes and none is checked */
function readSecret({ texts, all }: FormValues, hasScopes: boolean): NewSecret {
  const scopes = all("scope");
  if (hasScopes && scopes.length === 0)
    throw new FieldError("scope", "Select at least one scope: a key without scopes permits nothing.");
  const { name = "", days } = texts;
  return {
    name,
    expiresAt: days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : undefined,
    scopes,
  };
}
