import { load, onSubmit } from "./actions.js";
import { copyOnClick } from "./clipboard.js";
import { confirmAction } from "./dialogs.js";
import { createElement, createFragment, getElement } from "./elements.js";
import { showList } from "./list.js";
import { showMessage } from "./message.js";
import { onOpen } from "./router.js";
import { createSecretForm, readSecretForm } from "./secret-form.js";
import { createTime } from "./times.js";

/**
 * @typedef {object} Secret a listed secret, without its value
 * @property {string} id
 * @property {string} name
 * @property {readonly string[]} identifiers texts by which the user can recognize it, such as its last characters, and its scopes
 * @property {string} createdAt ISO 8601
 * @property {string | null} lastUsedAt ISO 8601
 * @property {string | null} [expiresAt] ISO 8601; undefined if this kind of secret can't expire
 */

/**
 * @typedef {object} Scope something that a secret may permit
 * @property {string} value
 * @property {string} label
 */

/**
 * @typedef {object} NewSecret
 * @property {string} name
 * @property {string | undefined} expiresAt ISO 8601; undefined if the server decides
 * @property {readonly string[]} scopes empty if this kind of secret has none
 */

/**
 * @typedef {object} CreatedSecret
 * @property {string} name
 * @property {readonly { label: string, value: string }[]} values shown after the creation; the last one only this once
 */

/**
 * @typedef {object} SecretKind a kind of named secret that users create, list and revoke
 * @property {import("./router.js").ViewName} view the id of the section that shows it
 * @property {string} title the heading of the view
 * @property {readonly (Node | string)[]} introduction
 * @property {{ one: string, many: string }} noun used in labels and messages
 * @property {boolean} canExpire
 * @property {readonly Scope[]} [scopes] the scopes that the user can choose
 * @property {string} revokeWarning the consequence of a revocation
 * @property {() => Promise<readonly Secret[]>} list
 * @property {(request: NewSecret) => Promise<CreatedSecret>} create
 * @property {(id: string) => Promise<unknown>} revoke
 */

/**
 * Sets up the view of one kind of secret.
 * @param {SecretKind} kind
 * @returns {() => void} removes all secrets from the page
 */
export function setUpSecrets(kind) {
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
  );

  async function refresh() {
    const secrets = await kind.list();
    showList(`${view}-list`, secrets.map(describe));
    empty.hidden = secrets.length > 0;
  }

  /** @param {Secret} secret */
  function describe({ id, name, identifiers, createdAt, lastUsedAt, expiresAt }) {
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

  /**
   * @param {string} id
   * @param {string} name
   */
  async function revoke(id, name) {
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
    created.replaceChildren(createSecretPanel(noun.one, await kind.create(readSecretForm(form))));
    form.reset();
    await refresh();
    showMessage(`The ${noun.one} was created.`);
  });
  onOpen(view, () => {
    created.replaceChildren();
    void load(refresh);
  });

  return () => {
    created.replaceChildren();
    showList(`${view}-list`, []);
  };
}

/**
 * The panel that shows a new secret once.
 * @param {string} noun
 * @param {CreatedSecret} created
 */
function createSecretPanel(noun, { name, values }) {
  const title = `The ${noun} “${name}” was created.`;
  const rows = values.map(({ label, value }) => {
    const button = createElement("button", { type: "button", className: "secondary" }, `Copy ${label}`);
    copyOnClick(button, () => value, label);
    return createElement(
      "div",
      { className: "secret" },
      createElement("code", { tabIndex: 0 }, value),
      button,
    );
  });
  return createElement(
    "div",
    { className: "secret-panel", role: "group", "aria-label": title },
    createElement(
      "p",
      {},
      createElement("strong", {}, title),
      ` Copy the ${values.at(-1)?.label} now: it is not shown again.`,
    ),
    ...rows,
  );
}
