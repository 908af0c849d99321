import { createElement } from "../elements.ts";

/** The keywords of a field's JSON Schema that the form uses. */
export interface FieldSchema {
  title?: string;
  description?: string;
  maxLength?: number;
  format?: string;
  examples?: string[];
}

export interface Field {
  element: HTMLElement;
  input: HTMLInputElement | HTMLTextAreaElement;
  /** "" removes the error. */
  showError: (error: string) => void;
}

/** A text field for more characters than this has several lines. */
const maxSingleLine = 200;

/**
 * Creates the form field for a property of a template's schema.
 * @param value the initial value
 */
export function createField(name: string, schema: FieldSchema, required: boolean, value: string): Field {
  const id = `data-${name}`;
  const { maxLength = Infinity, description } = schema;
  const isUrl = /ur[il]/.test(schema.format ?? "");
  const describedBy = `${description ? `${id}-hint ` : ""}${id}-error`;
  const common = { id, name, value, autocomplete: "off", "aria-describedby": describedBy };
  const input =
    maxLength > maxSingleLine && !isUrl
      ? createElement("textarea", { ...common, rows: maxLength > 500 ? 3 : 2 })
      : createElement("input", { ...common, type: isUrl ? "url" : "text" });
  // Not `required`: the server reports missing fields, and the browser would show a second message.
  if (required) input.setAttribute("aria-required", "true");

  const counter = createElement("span", { className: "counter", ariaHidden: "true" });
  const error = createElement("p", { id: `${id}-error`, className: "field-error" });
  const label = createElement("label", { htmlFor: id }, schema.title ?? toLabel(name));
  if (required) label.append(createElement("span", { className: "required", ariaHidden: "true" }, " *"));
  const updateCounter = () => {
    // In code points, like the server's limits.
    const length = [...input.value].length;
    counter.textContent = Number.isFinite(maxLength) && !isUrl ? `${length} / ${maxLength}` : "";
    counter.classList.toggle("over", length > maxLength);
  };
  input.addEventListener("input", updateCounter);
  updateCounter();
  const element = createElement(
    "div",
    { className: "field" },
    createElement("div", { className: "label-line" }, label, counter),
    input,
    !!description && createElement("p", { id: `${id}-hint`, className: "hint" }, description),
    error,
  );
  return { element, input, showError: (text) => showFieldError(input, error, text) };
}

/**
 * Shows or removes the error of a field.
 * @param target the element for the message
 * @param text "" removes the error
 */
export function showFieldError(input: HTMLElement, target: HTMLElement, text: string) {
  target.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  if (text) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/** Turns a property's name into a label: readTime becomes “Read time”. */
function toLabel(name: string) {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[_-]/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}
