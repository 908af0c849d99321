import { build } from "../build.js";
import { element } from "../page.js";
import { examples } from "./examples.js";
import { dataField } from "./fields.js";

/** @typedef {import("../client/index.js").TemplateListing} Template */
/** @typedef {import("./fields.js").FieldSchema} FieldSchema */
/** @typedef {{ properties?: Record<string, FieldSchema>, required?: string[] }} DataSchema */

/** @type {readonly Template[]} */
let templates = [];
/** What was typed, by template: to look at another one loses nothing. @type {Map<string, Record<string, string>>} */
const typed = new Map();
/** @type {Map<string, import("./fields.js").Field>} */
let fields = new Map();
let chosen = "";

/**
 * Keeps what is typed.
 * @param {() => void} changed called whenever there is another card to draw
 */
export function wireForm(changed) {
  element("data-fields").addEventListener("input", () => {
    typed.set(chosen, enteredData());
    changed();
  });
}

/** Forgets what was typed: another user may come. */
export function forgetForm() {
  typed.clear();
  fields.clear();
  element("data-fields").replaceChildren();
}

/**
 * Offers templates, and the form of the first.
 * @param {readonly Template[]} listed
 * @param {() => void} changed called whenever another one is chosen
 */
export function offerTemplates(listed, changed) {
  templates = listed;
  const choices = listed.map(({ id, name }, index) => {
    const input = build("input", { type: "radio", name: "template", value: id, checked: index === 0 });
    input.addEventListener("change", () => {
      choose(id);
      changed();
    });
    return build("label", {}, input, build("span", {}, name));
  });
  element("template-choices").replaceChildren(...choices);
  choose(listed[0]?.id ?? "");
}

/** @param {string} id */
function choose(id) {
  const template = templates.find((each) => each.id === id);
  if (!template) return;
  chosen = id;
  const { properties = {}, required = [] } = /** @type {DataSchema} */ (template.schema);
  const values = typed.get(id) ?? examples[id] ?? {};
  const made = Object.entries(properties).map(([name, schema]) => {
    const value = values[name] ?? (typed.has(id) || examples[id] ? "" : (schema.examples?.[0] ?? ""));
    return /** @type {const} */ ([name, dataField(name, schema, required.includes(name), value)]);
  });
  fields = new Map(made);
  element("template-description").textContent = `${template.description}.`;
  element("data-fields").replaceChildren(...made.map(([, field]) => field.element));
}

/** @returns {{ template: string, data: Record<string, string> }} what is to be drawn; empty fields are left out */
export function enteredCard() {
  const filled = Object.entries(enteredData()).filter(([, value]) => value !== "");
  return { template: chosen, data: Object.fromEntries(filled) };
}

/**
 * Says at each field what is wrong with it, and at no other.
 * @param {ReadonlyMap<string, string>} faults by JSON pointer into the request
 */
export function showDataFaults(faults) {
  for (const [name, field] of fields) field.showFault(faults.get(`/data/${name}`) ?? "");
}

function enteredData() {
  return Object.fromEntries([...fields].map(([name, { input }]) => [name, input.value]));
}
