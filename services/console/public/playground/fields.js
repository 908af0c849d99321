import { build } from "../build.js";

/**
 * @typedef {object} FieldSchema what the page heeds of a field's JSON Schema
 * @property {string} [title]
 * @property {string} [description]
 * @property {number} [maxLength]
 * @property {string} [format]
 * @property {string[]} [examples]
 */

/**
 * @typedef {object} Field
 * @property {HTMLElement} element
 * @property {HTMLInputElement | HTMLTextAreaElement} input
 * @property {(fault: string) => void} showFault "" for none
 */

/** Longer texts than this are given several lines. */
const longLine = 200;

/**
 * A field of a form as a template's schema has it.
 * @param {string} name
 * @param {FieldSchema} schema
 * @param {boolean} required
 * @param {string} value what it holds at first
 * @returns {Field}
 */
export function dataField(name, schema, required, value) {
  const id = `data-${name}`;
  const { maxLength = Infinity, description } = schema;
  const isUrl = /ur[il]/.test(schema.format ?? "");
  const described = `${description ? `${id}-hint ` : ""}${id}-fault`;
  const common = { id, name, value, autocomplete: "off", "aria-describedby": described };
  const input =
    maxLength > longLine && !isUrl
      ? build("textarea", { ...common, rows: maxLength > 500 ? 3 : 2 })
      : build("input", { ...common, type: isUrl ? "url" : "text" });
  // The server says what is missing, at the field: the browser's own bubble would say it twice.
  if (required) input.setAttribute("aria-required", "true");

  const counter = build("span", { className: "counter", ariaHidden: "true" });
  const fault = build("p", { id: `${id}-fault`, className: "fault" });
  const label = build("label", { htmlFor: id }, schema.title ?? words(name));
  if (required) label.append(build("span", { className: "required", ariaHidden: "true" }, " *"));
  const count = () => {
    // In code points, as the server counts.
    const length = [...input.value].length;
    counter.textContent = Number.isFinite(maxLength) && !isUrl ? `${length} / ${maxLength}` : "";
    counter.classList.toggle("over", length > maxLength);
  };
  input.addEventListener("input", count);
  count();
  const element = build(
    "div",
    { className: "field" },
    build("div", { className: "label-line" }, label, counter),
    input,
    !!description && build("p", { id: `${id}-hint`, className: "hint" }, description),
    fault,
  );
  return { element, input, showFault: (text) => showFault(input, fault, text) };
}

/**
 * Says at a field what is wrong with it.
 * @param {HTMLElement} input
 * @param {HTMLElement} place
 * @param {string} text "" for nothing
 */
export function showFault(input, place, text) {
  place.textContent = text.charAt(0).toUpperCase() + text.slice(1);
  if (text) input.setAttribute("aria-invalid", "true");
  else input.removeAttribute("aria-invalid");
}

/**
 * A property's name as people write: readTime is “Read time”.
 * @param {string} name
 */
function words(name) {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[_-]/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}
