import { onSubmit } from "./actions.ts";
import { confirmAction } from "./dialogs.ts";
import { createElement, createFragment, getElement } from "./elements.ts";
import { loadList, showList } from "./list.ts";
import { showMessage } from "./message.ts";
import { onOpen, type ViewName } from "./router.ts";
import { createSecretForm, readSecretForm } from "./secret-form.ts";
import { createSecretPanel } from "./secret-panel.ts";
import { createTime } from "./times.ts";

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

/** Something that a secret may permit. */
export interface Scope {
  value: string;
  label: string;
}

export interface NewSecret {
  name: string;
  /** ISO 8601; undefined if the server decides. */
  expiresAt: string | undefined;
  /** Empty if this kind of secret has none. */
  scopes: readonly string[];
}

export interface CreatedSecret {
  name: string;
  /** Shown after the creation; the last one only this once. */
  values: readonly { label: string; value: string }[];
}

/** A kind of named secret that users create, list and revoke. */
export interface SecretKind {
  /** The id of the section that shows it. */
  view: ViewName;
  /** The heading of the view. */
  title: string;
  introduction: readonly (Node | string)[];
  /** Used in labels and messages. */
  noun: { one: string; many: string };
  canExpire: boolean;
  /** The scopes that the user can choose. */
  scopes?: readonly Scope[];
  /** The consequence of a revocation. */
  revokeWarning: string;
  list: () => Promise<readonly Secret[]>;
  create: (request: NewSecret) => Promise<CreatedSecret>;
  revoke: (id: string) => Promise<unknown>;
  /** Shown below the list. */
  footer?: HTMLElement;
}

/**
 * Sets up the view of one kind of secret.
 * @returns removes all secrets from the page
 */
export function setUpSecrets(kind: SecretKind): () => void {
  const { view, noun } = kind;
  const created = createElement("div");
  const form = createSecretForm(kind);
  const empty = createElement(
    "p",
    { className: "hint empty", hidden: true },
    `You have no ${noun.many} yet.`,
  );
  getElement(view).replaceChildren(
    createElement("h1", { id: `${view}-title`, tabIndex: -1 }, kind.title),
    createElement("p", { className: "lead" }, ...kind.introduction),
    createElement(
      "div",
      { className: "card" },
      form,
      created,
      createElement("ul", { id: `${view}-list`, className: "items", "aria-labelledby": `${view}-title` }),
      empty,
    ),
    ...(kind.footer ? [kind.footer] : []),
  );

  async function refresh() {
    const secrets = await kind.list();
    showList(`${view}-list`, secrets.map(describe));
    empty.hidden = secrets.length > 0;
  }

  function describe({ id, name, identifiers, createdAt, lastUsedAt, expiresAt }: Secret) {
    const isExpired = !!expiresAt && Date.parse(expiresAt) <= Date.now();
    return {
      title: name,
      badge: isExpired ? "Expired" : "",
      facts: [
        ...identifiers,
        createFragment("created ", createTime(createdAt)),
        lastUsedAt === null ? "never used" : createFragment("last used ", createTime(lastUsedAt)),
        ...(expiresAt === null ? ["does not expire"] : []),
        ...(expiresAt ? [createFragment(isExpired ? "expired " : "expires ", createTime(expiresAt))] : []),
      ],
      actions: [{ label: "Revoke", accessibleName: `Revoke ${name}`, run: () => revoke(id, name) }],
    };
  }

  async function revoke(id: string, name: string) {
    const title = `Revoke the ${noun.one} “${name}”?`;
    const text = kind.revokeWarning;
    if (!(await confirmAction({ title, text, action: `Revoke ${noun.one}` }))) return;
    await kind.revoke(id);
    created.replaceChildren();
    await refresh();
    getElement(`${view}-title`).focus();
    showMessage(`The ${noun.one} “${name}” was revoked.`);
  }

  onSubmit(form, async () => {
    const { name, values } = await kind.create(readSecretForm(form));
    created.replaceChildren(createSecretPanel(`The ${noun.one} “${name}” was created.`, values));
    form.reset();
    await refresh();
    showMessage(`The ${noun.one} was created.`);
  });
  onOpen(view, () => {
    created.replaceChildren();
    void loadList(getElement(`${view}-list`), `your ${noun.many}`, refresh);
  });

  return () => {
    created.replaceChildren();
    showList(`${view}-list`, []);
  };
}
