import type { SecretKind, NewSecret, Scope } from "./secrets.ts";
import { createElement, readForm } from "./elements.ts";
import { FieldError } from "./form-errors.ts";

const dayMs = 86_400_000;

/** Creates the form for a new secret. */
export function createSecretForm({ view, noun, canExpire, scopes = [] }: SecretKind) {
  const nameId = `${view}-name`;
  const name = createElement("input", {
    id: nameId,
    name: "name",
    autocomplete: "off",
    maxLength: 128,
    required: true,
    "data-what": "a name",
  });
  const nameLabel = createElement("label", { htmlFor: nameId }, `Name of the new ${noun.one}`);
  return createElement(
    "form",
    { className: "inline-form" },
    createElement("div", {}, nameLabel, name),
    canExpire && createExpiryField(view),
    scopes.length > 0 && createScopeFields(scopes),
    createElement("button", {}, `Create ${noun.one}`),
  );
}

/**
 * Reads the form.
 * @throws FieldError if the form has scopes and none is checked
 */
export function readSecretForm(form: HTMLFormElement): NewSecret {
  const { name = "", days } = readForm(form);
  const scopes = new FormData(form).getAll("scope").map(String);
  if (scopes.length === 0 && form.querySelector("[name=scope]"))
    throw new FieldError("scope", "Select at least one scope: a key without scopes permits nothing.");
  return {
    name,
    expiresAt: days ? new Date(Date.now() + Number(days) * dayMs).toISOString() : undefined,
    scopes,
  };
}

function createExpiryField(view: string) {
  const id = `${view}-days`;
  const select = createElement(
    "select",
    { id, name: "days" },
    createElement("option", { value: "" }, "Server default"),
    createElement("option", { value: "30" }, "In 30 days"),
    createElement("option", { value: "90" }, "In 90 days"),
    createElement("option", { value: "365" }, "In 1 year"),
  );
  const label = createElement("label", { htmlFor: id }, "Expires");
  return createElement("div", { className: "narrow" }, label, select);
}

/** @param scopes all are checked by default */
function createScopeFields(scopes: readonly Scope[]) {
  const boxes = scopes.map(({ value, label }) =>
    createElement(
      "label",
      { className: "checkbox" },
      createElement("input", { type: "checkbox", name: "scope", value, defaultChecked: true }),
      createElement("span", {}, `${label} `, createElement("code", {}, value)),
    ),
  );
  return createElement("fieldset", { className: "scopes" }, createElement("legend", {}, "Scopes"), ...boxes);
}
