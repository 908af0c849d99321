import { signLink, type SigningKey } from "@placard/client";
import { load } from "./actions.ts";
import type { CardData } from "./card-form/data-form.ts";
import { createWorkspace, type CardRequest } from "./card-form/workspace.ts";
import { copyOnClick } from "./clipboard.ts";
import { createElement } from "./elements.ts";
import { describeError } from "./message.ts";
import { unreachableText } from "./playground/crawlers.ts";
import { account, accountWithoutDialogs, baseUrl } from "./session.ts";
import { loadSample } from "./templates/load-sample.ts";

const dayMs = 86_400_000;

/** Builds signed links in the browser, below the list of signing keys. */
export interface LinkBuilder {
  element: HTMLElement;
  /** Offers the account's keys. Without any, the builder is hidden. */
  showKeys: (keys: readonly Pick<SigningKey, "id" | "name">[]) => void;
  /** Fills in a new key: its secret is known only now. */
  fillKey: (id: string, secret: string) => void;
  /** Removes the secret and everything that was entered. */
  clear: () => void;
}

/** A new key, whose secret is known only now. */
interface NewKey {
  id: string;
  secret: string;
}

/** Creates the link builder. Its content exists only while the account has keys. */
export function createLinkBuilder(): LinkBuilder {
  const element = createElement("section", {
    className: "link-builder",
    "aria-labelledby": "link-builder-title",
    hidden: true,
  });
  let newKey: NewKey | undefined;
  let content: ReturnType<typeof createContent> | undefined;

  return {
    element,
    showKeys(keys) {
      element.hidden = keys.length === 0;
      if (keys.length === 0) return;
      if (!content) {
        content = createContent();
        element.replaceChildren(...content.elements);
        void load(content.loadTemplates);
      }
      content.showKeys(keys, newKey);
    },
    fillKey(id, secret) {
      newKey = { id, secret };
    },
    clear() {
      content?.clear();
      content = newKey = undefined;
      element.replaceChildren();
      element.hidden = true;
    },
  };
}

/** Creates a form with a preview, and the signed link to the card. */
function createContent() {
  let request: CardRequest | undefined;
  let newKey: NewKey | undefined;

  const key = createElement("select", { id: "link-key" });
  const secret = createElement("input", {
    id: "link-secret",
    type: "password",
    autocomplete: "off",
    spellcheck: false,
    placeholder: "plks_…",
    "aria-describedby": "link-secret-hint",
  });
  const expiry = createElement(
    "select",
    { id: "link-expiry" },
    createElement("option", { value: "" }, "Never"),
    createElement("option", { value: "1" }, "In 1 day"),
    createElement("option", { value: "30" }, "In 30 days"),
    createElement("option", { value: "365" }, "In 1 year"),
  );
  const form = createElement(
    "select",
    { id: "link-form" },
    createElement("option", { value: "readable" }, "Readable"),
    createElement("option", { value: "short" }, "Short, without &"),
  );
  const url = createElement("input", { id: "signed-link", readOnly: true, "aria-label": "Signed link" });
  const copy = createElement("button", { type: "button" }, "Copy link");
  const open = createElement(
    "a",
    { className: "button secondary", target: "_blank", rel: "noopener" },
    "Open",
  );
  const result = createElement(
    "div",
    { hidden: true },
    url,
    createElement("div", { className: "buttons" }, copy, open),
  );
  const status = createElement("div", { className: "hint", role: "status" });
  const warning = createElement("p", { className: "notice" }, unreachableText(baseUrl) ?? "");
  warning.hidden = warning.textContent === "";
  const signing = createElement(
    "div",
    { className: "signing" },
    createElement(
      "div",
      { className: "inline-form" },
      labeled("Signing key", key),
      labeled("Secret", secret),
      labeled("Expires", expiry, "narrow"),
      labeled("Form", form, "narrow"),
    ),
    createElement(
      "p",
      { id: "link-secret-hint", className: "hint" },
      "The link is signed in this page. The secret is neither sent nor stored.",
    ),
    status,
    result,
    warning,
  );
  url.addEventListener("focus", () => url.select());
  copyOnClick(copy, () => url.value, "signed link");
  key.addEventListener("change", () => {
    secret.value = key.value === newKey?.id ? newKey.secret : "";
    void sign();
  });
  for (const control of [secret, expiry, form]) control.addEventListener("input", () => void sign());

  const workspace = createWorkspace({
    id: "link",
    loadExample: async (template) => (await loadSample(template)) as CardData,
    async render(card, signal) {
      const { data } = await accountWithoutDialogs.previewTemplate(card, { signal });
      return data;
    },
    onRendered(_card, rendered) {
      request = rendered;
      void sign();
    },
    actions: [signing],
  });
  const elements = [
    createElement("h2", { id: "link-builder-title" }, "Build a signed link"),
    createElement(
      "p",
      { className: "hint" },
      "Enter the content of a card, and copy its link. The code that does the same on your server is in the ",
      createElement("a", { href: "#/playground" }, "playground"),
      ", under “Signed link”.",
    ),
    workspace.element,
  ];

  async function sign() {
    if (!request) return;
    const { template, data, options = {} } = request;
    const isShort = form.value === "short";
    const lists = isShort ? [] : Object.keys(data).filter((name) => Array.isArray(data[name]));
    const signed = Object.fromEntries(Object.entries(data).filter(([name]) => !lists.includes(name)));
    const hasSecret = secret.value.trim() !== "";
    result.hidden = !hasSecret;
    if (!hasSecret) return showStatus("Enter the secret of the key to sign the link.");
    const { format = "png", ...others } = options;
    try {
      url.value = await signLink<string>({
        baseUrl,
        kid: key.value,
        secret: secret.value.trim(),
        template,
        format,
        data: signed as Record<string, string>, // without lists unless the link is short
        form: isShort ? "short" : "readable",
        options: others,
        expiresAt: expiry.value ? new Date(Date.now() + Number(expiry.value) * dayMs) : undefined,
      });
      open.href = url.value;
      showStatus(
        lists.length > 0
          ? `Readable links can't contain lists. Left out: ${lists.join(", ")}. Select the short form to include lists.`
          : "",
      );
    } catch (error) {
      result.hidden = true;
      status.replaceChildren(...describeError(error));
    }
  }

  function showStatus(text: string) {
    status.textContent = text;
  }

  return {
    elements,
    async loadTemplates() {
      const [templates, brands] = await Promise.all([account.listTemplates(), account.listBrands()]);
      workspace.showBrands(brands.data.brands.map(({ name }) => name));
      workspace.showTemplates(templates.data.templates);
    },
    showKeys(keys: readonly Pick<SigningKey, "id" | "name">[], created: NewKey | undefined) {
      const before = key.value;
      const isNew = created !== undefined && created !== newKey;
      newKey = created;
      const selectedId = isNew ? created.id : before;
      key.replaceChildren(...keys.map(({ id, name }) => createElement("option", { value: id }, name)));
      if (keys.some(({ id }) => id === selectedId)) key.value = selectedId;
      if (key.value === newKey?.id) secret.value = newKey.secret;
      else if (key.value !== before) secret.value = "";
      void sign();
    },
    clear() {
      secret.value = "";
      workspace.clear();
    },
  };
}

function labeled(text: string, control: HTMLElement, className = "") {
  return createElement("div", { className }, createElement("label", { htmlFor: control.id }, text), control);
}
