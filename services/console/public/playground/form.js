import { createElement, getElement } from "../elements.js";
import { examples } from "./examples.js";
import { createField } from "./fields.js";

/** @typedef {import("../client/index.js").TemplateListing} Template */
/** @typedef {import("./fields.js").FieldSchema} FieldSchema */
/** @typedef {{ properties?: Record<string, FieldSchema>, required?: string[] }} DataSchema */

/** @type {readonly Template[]} */
let templates = [];
/** The entered data by template, kept when the user switches templates. @type {Map<string, Record<string, string>>} */
const enteredData = new Map();
/** @type {Map<string, import("./fields.js").Field>} */
let fields = new Map();
let selectedId = "";

/**
 * Sets up the form for the data of the selected template.
 * @param {() => void} onChange
 */
export function setUpForm(onChange) {
  getElement("data-fields").addEventListener("input", () => {
    enteredData.set(selectedId, readFields());
    onChange();
  });
}

/** Deletes everything that was entered, because another user may sign in. */
export function clearForm() {
  enteredData.clear();
  fields.clear();
  getElement("data-fields").replaceChildren();
}

/**
 * Shows the choice of templates and the form of the first one.
 * @param {readonly Template[]} listed
 * @param {() => void} onChange called when the user selects another template
 */
export function showTemplates(listed, onChange) {
  templates = listed;
  const choices = listed.map(({ id, name }, index) => {
    const properties = { type: "radio", name: "template", value: id, checked: index === 0 };
    const input = createElement("input", properties);
    input.addEventListener("change", () => {
      selectTemplate(id);
      onChange();
    });
    return createElement("label", {}, input, createElement("span", {}, name));
  });
  getElement("template-choices").replaceChildren(...choices);
  selectTemplate(listed[0]?.id ?? "");
}

/** @param {string} id */
function selectTemplate(id) {
  const template = templates.find((each) => each.id === id);
  if (!template) return;
  selectedId = id;
  const { properties = {}, required = [] } = /** @type {DataSchema} */ (template.schema);
  const values = enteredData.get(id) ?? examples[id];
  const entries = Object.entries(properties).map(([name, schema]) => {
    const value = values ? (values[name] ?? "") : (schema.examples?.[0] ?? "");
    return /** @type {const} */ ([name, createField(name, schema, required.includes(name), value)]);
  });
  fields = new Map(entries);
  getElement("template-description").textContent = `${template.description}.`;
  getElement("data-fields").replaceChildren(...entries.map(([, field]) => field.element));
}

/** @returns {{ template: string, data: Record<string, string> }} the selected template and its non-empty fields */
export function readTemplateAndData() {
  const filled = Object.entries(readFields()).filter(([, value]) => value !== "");
  return { template: selectedId, data: Object.fromEntries(filled) };
}

/**
 * Shows the errors of the data at their fields, and removes all others.
 * @param {ReadonlyMap<string, string>} errors messages by JSON pointer into the request
 */
export function showDataErrors(errors) {
  for (const [name, field] of fields) field.showError(errors.get(`/data/${name}`) ?? "");
}

function readFields() {
  return Object.fromEntries([...fields].map(([name, { input }]) => [name, input.value]));
}
