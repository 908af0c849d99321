import { createElement, createMessage } from "../elements.ts";
import { createNoteTarget, type Note } from "./notes.ts";

/** The keywords of a field's JSON Schema that the form uses. */
export interface FieldSchema {
  type?: string;
  description?: string;
  maxLength?: number;
  format?: string;
  enum?: readonly string[];
  /** Whether line breaks are kept. */
  multiline?: boolean;
  maxItems?: number;
  items?: FieldSchema;
  properties?: Readonly<Record<string, FieldSchema>>;
  required?: readonly string[];
  examples?: readonly unknown[];
}

/** The value of a field in a request. */
export type FieldValue = string | (string | Record<string, string>)[];

/** A form field for a property of a template's data. */
export interface Field<Value = FieldValue> {
  element: HTMLElement;
  read: () => Value;
  /** Shows the notes about this field, and removes all others. */
  showNotes: (notes: readonly Note[]) => void;
  focus: () => void;
}

/** A text field for more characters than this has several lines. */
const maxSingleLine = 200;

/** Creates the field for a text. @param id unique on the page */
export function createTextField({
  id,
  label: labelText,
  schema,
  isRequired,
  value,
}: {
  id: string;
  label: string;
  schema: FieldSchema;
  isRequired: boolean;
  value: string;
}): Field<string> {
  const { maxLength } = schema;
  const description = hasNewWords(schema.description, labelText) ? schema.description : undefined;
  const input = createInput(id, schema, value);
  const notes = createNoteTarget({ id, control: input, label: labelText });
  input.setAttribute("aria-describedby", `${description ? `${id}-hint ` : ""}${notes.ids}`);
  // Not `required`: the server reports missing fields, and the browser would show a second message.
  if (isRequired) input.setAttribute("aria-required", "true");

  const counter = createElement("span", { className: "counter", ariaHidden: "true" });
  const label = createElement("label", { htmlFor: id }, labelText);
  if (isRequired) label.append(createElement("span", { className: "required", ariaHidden: "true" }, " *"));
  const updateCounter = () => {
    if (maxLength === undefined || schema.format !== undefined || schema.enum) return;
    const length = [...readText(input, schema)].length; // in code points, like the server's limits
    // Only where the limit is near: a counter at each field is noise.
    counter.textContent = length > maxLength * 0.7 ? `${length} / ${maxLength}` : "";
    counter.classList.toggle("over", length > maxLength);
  };
  input.addEventListener("input", updateCounter);
  updateCounter();
  const element = createElement(
    "div",
    { className: "field" },
    createElement("div", { className: "label-line" }, label, counter),
    input,
    ...notes.elements,
    !!description && createElement("p", { id: `${id}-hint`, className: "hint" }, createMessage(description)),
  );
  return {
    element,
    read: () => readText(input, schema),
    showNotes: notes.show,
    focus: () => input.focus(),
  };
}

/** Whether a description says more than its label: “Post title” under “Title” does not. */
export function hasNewWords(description: string | undefined, label: string): boolean {
  const words = (description ?? "").toLowerCase().replace(/\.$/, "").split(" ");
  const end = words.slice(-label.split(" ").length).join(" ");
  return description !== "" && description !== undefined && (words.length > 3 || end !== label.toLowerCase());
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function createInput(id: string, schema: FieldSchema, value: string): Control {
  const { maxLength = Infinity, format, multiline } = schema;
  if (schema.enum) {
    const options = ["", ...schema.enum].map((choice) =>
      createElement("option", { value: choice }, choice || "Not set"),
    );
    const select = createElement("select", { id }, ...options);
    select.value = value;
    return select;
  }
  const properties = { id, value, autocomplete: "off" };
  if (multiline || (maxLength > maxSingleLine && format === undefined))
    return createElement("textarea", { ...properties, rows: maxLength > 500 ? 3 : 2 });
  return createElement("input", {
    ...properties,
    type: format === "image-url" ? "url" : "text",
    ...(format === "image-url" && { placeholder: "https://" }),
  });
}

/** The server keeps a line break only if no other white space touches it. */
function readText({ value }: Control, { multiline }: FieldSchema): string {
  return multiline ? value.trim().replaceAll(/\s*\n\s*/g, "\n") : value;
}

/** Turns a property's name into a label: readTime becomes “Read time”. */
export function toLabel(name: string): string {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll(/[_-]/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase();
}
