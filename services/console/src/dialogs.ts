import { createElement } from "./elements.ts";
import { checkFields, setUpFieldErrors, showFieldErrors } from "./form-errors.ts";
import { describeError } from "./message.ts";

/**
 * Asks the user to confirm an action that can't be undone.
 * @returns the fields of `content`; undefined if the user cancels
 */
export function confirmAction({
  title,
  text,
  content = [],
  action,
}: {
  title: string;
  text: string;
  /** Shown below the text. */
  content?: readonly HTMLElement[];
  /** The label of the button that confirms. */
  action: string;
}): Promise<FormData | undefined> {
  return openDialog({
    title,
    content: [createElement("p", {}, text), ...content],
    action,
    isDangerous: true,
    submit: (form) => new FormData(form),
  });
}

/**
 * Asks the user for a short text.
 * @returns undefined if the user cancels, or leaves the text empty or unchanged
 */
export async function promptForText({
  title,
  label,
  value,
  action,
}: {
  title: string;
  label: string;
  value: string;
  action: string;
}): Promise<string | undefined> {
  const input = createElement("input", {
    id: "dialog-text",
    name: "text",
    value,
    maxLength: 128,
    required: true,
    autocomplete: "off",
  });
  const content = [createElement("label", { htmlFor: "dialog-text" }, label), input];
  const text = await openDialog({ title, content, action, submit: () => input.value.trim() });
  return text === "" || text === value ? undefined : text;
}

/**
 * Opens a modal dialog with a form. An error of `submit` is shown in the dialog, which stays open.
 * @returns undefined if the user cancels
 */
export function openDialog<Result>({
  title,
  content,
  action,
  isDangerous = false,
  submit,
}: {
  title: string;
  content: readonly HTMLElement[];
  /** The label of the submit button. */
  action: string;
  /** Whether the action can't be undone. */
  isDangerous?: boolean;
  /** `signal` is aborted when the user cancels. */
  submit: (form: HTMLFormElement, signal: AbortSignal) => Result | Promise<Result>;
}): Promise<Result | undefined> {
  const heading = createElement("h2", { id: "dialog-title" }, title);
  const error = createElement("div", { className: "dialog-error", role: "alert" });
  const cancelButton = createElement("button", { type: "button", className: "secondary" }, "Cancel");
  const submitButton = createElement("button", { className: isDangerous ? "danger" : "" }, action);
  const buttons = createElement("div", { className: "buttons" }, cancelButton, submitButton);
  const form = createElement("form", {}, heading, ...content, error, buttons);
  setUpFieldErrors(form);
  const dialog = createElement("dialog", { "aria-labelledby": "dialog-title" }, form);
  document.body.append(dialog);
  return new Promise((resolve) => {
    const controller = new AbortController();
    let isSubmitting = false;
    // Not method="dialog": the content security policy has form-action 'none'.
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (checkFields(form)) void trySubmit();
    });
    cancelButton.addEventListener("click", () => dialog.close());
    // Also fired by Escape. The browser returns the focus to the element that had it.
    dialog.addEventListener("close", () => {
      controller.abort();
      dialog.remove();
      resolve(undefined);
    });
    dialog.showModal();
    const input = form.querySelector("input:not([type=checkbox])") as HTMLInputElement | null;
    (input ?? (isDangerous ? cancelButton : submitButton)).focus();

    async function trySubmit() {
      if (isSubmitting) return;
      isSubmitting = true;
      error.replaceChildren();
      try {
        const result = await submit(form, controller.signal);
        resolve(result);
        dialog.close();
      } catch (cause) {
        if (!showFieldErrors(form, cause)) error.replaceChildren(...describeError(cause));
      } finally {
        isSubmitting = false;
      }
    }
  });
}
