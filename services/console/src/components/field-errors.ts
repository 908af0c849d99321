import { PlacardError } from "@placard/client";

/** Messages by the name of the field. */
export type FieldErrors = Readonly<Record<string, string>>;

/** An error about what a user has entered in a field. Its message is shown at the field. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(message);
    this.field = field;
  }
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The fields that the API's errors are about, by code. */
const fieldsOfCodes: Readonly<Record<string, string>> = { email_taken: "email" };

const emailMessage = "Enter an email address, such as you@example.com.";

export function findControls(form: HTMLFormElement): Control[] {
  return [...form.querySelectorAll<Control>("input, select, textarea")];
}

/** @returns what is wrong with each empty or invalid field */
export function checkFields(form: HTMLFormElement): FieldErrors {
  const messages = findControls(form).map((control) => [control.name, messageFor(control)] as const);
  return Object.fromEntries(messages.filter(([, message]) => message !== ""));
}

/** @returns the errors for the fields; undefined if one is not about a field of the form */
export function fieldErrorsOf(form: HTMLFormElement, error: unknown): FieldErrors | undefined {
  const found = errorsByField(error);
  const controls = new Map(findControls(form).map((control) => [control.name, control]));
  if (found.length === 0 || found.some(([field]) => !controls.has(field))) return undefined;
  return Object.fromEntries(
    found.map(([field, message]) => {
      const text = message.replace(/^must/, () => `${labelOf(controls.get(field)!)} must`);
      return [field, /[.!?]$/.test(text) ? text : `${text}.`];
    }),
  );
}

function errorsByField(error: unknown): (readonly [field: string, message: string])[] {
  if (error instanceof FieldError) return [[error.field, error.message]];
  if (!(error instanceof PlacardError)) return [];
  const field = fieldsOfCodes[error.code];
  if (field !== undefined) return [[field, error.summary]];
  return error.details.map(({ path, message }) => [path.split("/").at(-1) ?? "", message]);
}

function messageFor(control: Control): string {
  const { validity, value, required, type, title } = control;
  const label = labelOf(control);
  if (required && value.trim() === "") {
    if (type === "email") return emailMessage;
    return `Enter ${control.dataset["what"] ?? `the ${label.toLowerCase()}`}.`;
  }
  if (validity.typeMismatch) return type === "email" ? emailMessage : `${label} is not valid.`;
  if (validity.patternMismatch && title) return `Use ${title.charAt(0).toLowerCase()}${title.slice(1)}.`;
  return validity.valid || validity.valueMissing ? "" : control.validationMessage;
}

/** The label of a control without the hint in it. */
function labelOf(control: Control): string {
  return control.labels?.[0]?.textContent.trim().replace(/\s+/g, " ") ?? control.name;
}
