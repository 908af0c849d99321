import { PlacardError } from "@placard/client";
import { createElement } from "./elements.ts";
import { showFieldError } from "./card-form/notes.ts";

/** An error about what a user has entered in a field, beside which its message is shown. */
export class FieldError extends Error {
  /** The name of the field. */
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields that the API's errors are about, by code. */
const fieldsOfCodes: Readonly<Record<string, string>> = { email_taken: "email" };

/**
 * Sets up the messages of a form's fields, in place of the browser's own, which disappear: an empty or invalid field has
 * its message below it until the user changes the field.
 */
export function setUpFieldErrors(form: HTMLFormElement) {
  form.noValidate = true;
  form.addEventListener("input", ({ target }) => {
    const control = target as Control;
    showError(control, control.validity.customError ? control.validationMessage : "");
  });
  form.addEventListener("reset", () => controlsOf(form).forEach((control) => showError(control, "")));
}

/**
 * Checks the fields of a form, shows what is wrong beside each of them, and moves the focus to the first one.
 * @returns whether all of them are valid
 */
export function checkFields(form: HTMLFormElement): boolean {
  const errors = controlsOf(form).map((control) => [control, messageFor(control)] as const);
  for (const [control, message] of errors) showError(control, message);
  const [first] = errors.find(([, message]) => message !== "") ?? [];
  first?.focus();
  return first === undefined;
}

/**
 * Shows an error beside the fields that it is about, and moves the focus to the first one.
 * @returns false if it is not about fields of the form: then nothing is shown
 */
export function showFieldErrors(form: HTMLFormElement, error: unknown): boolean {
  const found = errorsByField(error).map(([field, message]) => [findControl(form, field), message] as const);
  if (found.length === 0 || found.some(([control]) => control === undefined)) return false;
  for (const [control, message] of found) {
    const text = message.replace(/^must/, () => `${labelOf(control!)} must`);
    showError(control!, /[.!?]$/.test(text) ? text : `${text}.`);
  }
  found[0]?.[0]?.focus();
  return true;
}

function errorsByField(error: unknown): (readonly [field: string, message: string])[] {
  if (error instanceof FieldError) return [[error.field, error.message]];
  if (!(error instanceof PlacardError)) return [];
  const field = fieldsOfCodes[error.code];
  if (field !== undefined) return [[field, error.summary]];
  return error.details.map(({ path, message }) => [path.split("/").at(-1) ?? "", message]);
}

function messageFor(control: Control): string {
  const { validity, value, required, type } = control;
  const label = labelOf(control);
  if (required && value.trim() === "") {
    return type === "email"
      ? emailMessage
      : `Enter ${control.dataset["what"] ?? `the ${label.toLowerCase()}`}.`;
  }
  if (validity.typeMismatch) return type === "email" ? emailMessage : `${label} is not valid.`;
  return validity.valid || validity.valueMissing ? "" : control.validationMessage;
}

const emailMessage = "Enter an email address, such as you@example.com.";

function showError(control: Control, message: string) {
  const anchor = control.closest<HTMLElement>("fieldset.scopes") ?? control;
  const id = `${control.id || control.name}-field-error`;
  let target = document.getElementById(id);
  if (!target) {
    if (message === "") return;
    target = createElement("p", { id, className: "field-error" });
    if (anchor === control) control.after(target);
    else anchor.append(target);
    const described = control.getAttribute("aria-describedby");
    control.setAttribute("aria-describedby", described ? `${id} ${described}` : id);
  }
  showFieldError(control, target, message);
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>("input, select, textarea")];
}

function findControl(form: HTMLFormElement, name: string): Control | undefined {
  return controlsOf(form).find((control) => control.name === name);
}

function labelOf(control: Control): string {
  return control.labels?.[0]?.textContent.trim().replace(/\s+/g, " ") ?? control.name;
}
