import type { TemplateListing } from "@placard/client";
import { createElement, getElement } from "../elements.ts";
import { examples } from "./examples.ts";
import { createField, type FieldSchema, type Field } from "./fields.ts";

export type Template = TemplateListing;
export type DataSchema = { properties?: Record<string, FieldSchema>; required?: string[] };

let templates: readonly Template[] = [];
/** The entered data by template, kept when the user switches templates. */
const enteredData: Map<string, Record<string, string>> = new Map();
let fields: Map<string, Field> = new Map();
let selectedId = "";

/** Sets up the form for the data of the selected template. */
export function setUpForm(onChange: () => void) {
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
 * @param onChange called when the user selects another template
 */
export function showTemplates(listed: readonly Template[], onChange: () => void) {
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

function selectTemplate(id: string) {
  const template = templates.find((each) => each.id === id);
  if (!template) return;
  selectedId = id;
  const { properties = {}, required = [] } = template.schema as DataSchema;
  const values = enteredData.get(id) ?? examples[id];
  const entries = Object.entries(properties).map(([name, schema]) => {
    const value = values ? (values[name] ?? "") : (schema.examples?.[0] ?? "");
    return [name, createField(name, schema, required.includes(name), value)] as const;
  });
  fields = new Map(entries);
  getElement("template-description").textContent = `${template.description}.`;
  getElement("data-fields").replaceChildren(...entries.map(([, field]) => field.element));
}

/** @returns the selected template and its non-empty fields */
export function readTemplateAndData(): { template: string; data: Record<string, string> } {
  const filled = Object.entries(readFields()).filter(([, value]) => value !== "");
  return { template: selectedId, data: Object.fromEntries(filled) };
}

/**
 * Shows the errors of the data at their fields, and removes all others.
 * @param errors messages by JSON pointer into the request
 */
export function showDataErrors(errors: ReadonlyMap<string, string>) {
  for (const [name, field] of fields) field.showError(errors.get(`/data/${name}`) ?? "");
}

function readFields() {
  return Object.fromEntries([...fields].map(([name, { input }]) => [name, input.value]));
}
