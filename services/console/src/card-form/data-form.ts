import { createElement } from "../elements.ts";
import { createListField } from "./list-field.ts";
import { isAbout, type Note } from "./notes.ts";
import type { WorkspaceDraft } from "./stored-draft.ts";
import { createTemplatePicker, type FormTemplate } from "./template-picker.ts";
import { createTextField, toLabel, type Field, type FieldSchema, type FieldValue } from "./text-field.ts";

/** The data of a card, by field. */
export type CardData = Record<string, FieldValue>;

/** A form for a template and its data. */
export interface DataForm {
  element: HTMLElement;
  /**
   * Shows the choice of templates and the fields of the selected one.
   * @param selectedId by default the template that was selected before, or else the first one
   */
  showTemplates: (templates: readonly FormTemplate[], selectedId?: string) => void;
  /** The selected template and its non-empty fields. */
  read: () => { template: string; data: CardData };
  /** The selected template and what was entered, by template. */
  readDraft: () => Pick<WorkspaceDraft, "template" | "data">;
  /** Takes over a draft, before the templates are shown. */
  restore: (draft: Pick<WorkspaceDraft, "template" | "data">) => void;
  /** Shows notes at their fields, removes all others, and returns those that belong to no field. */
  showNotes: (notes: readonly Note[]) => Note[];
  /** Deletes everything that was entered, because another user may sign in. */
  clear: () => void;
}

/**
 * Creates a form for a template and its data. What was entered is kept when the user switches between templates.
 * @param id unique on the page
 */
export function createDataForm({
  id,
  loadExample,
  onChange,
}: {
  id: string;
  /** Loads the data that a template starts with. */
  loadExample: (template: string) => Promise<Readonly<CardData>>;
  onChange: () => void;
}): DataForm {
  const entered = new Map<string, Readonly<CardData>>();
  let fields: ReadonlyMap<string, Field> = new Map();
  let selected: FormTemplate | undefined;
  let latest: FormTemplate | undefined;
  let restoredId: string | undefined;
  const fieldsElement = createElement("fieldset", { className: "data-fields" });
  const picker = createTemplatePicker(id, (template) => void select(template));
  const element = createElement("form", {
    className: "card data-form",
    "aria-label": "Card",
    noValidate: true,
  });
  element.append(picker.element, fieldsElement);
  element.addEventListener("submit", (event) => event.preventDefault());
  fieldsElement.addEventListener("input", handleChange);

  function handleChange() {
    if (selected) entered.set(selected.id, readFields());
    onChange();
  }

  async function select(template: FormTemplate) {
    latest = template;
    fieldsElement.disabled = true; // what is typed now would be lost
    const data: Readonly<CardData> = entered.get(template.id) ?? (await loadExample(template.id));
    if (latest !== template) return;
    fieldsElement.disabled = false;
    selected = template;
    const { properties = {}, required = [] } = template.schema as FieldSchema;
    fields = new Map(
      Object.entries(properties).map(([name, schema]) => {
        const isRequired = required.includes(name);
        return [name, createField(name, schema, isRequired, data[name])];
      }),
    );
    fieldsElement.replaceChildren(...[...fields.values()].map((field) => field.element));
    onChange();
  }

  function createField(name: string, schema: FieldSchema, isRequired: boolean, value?: FieldValue): Field {
    const fieldId = `${id}-data-${name}`;
    if (schema.type !== "array") {
      const text = typeof value === "string" ? value : "";
      return createTextField({ id: fieldId, label: toLabel(name), schema, isRequired, value: text });
    }
    const entries = Array.isArray(value) ? value : [];
    const pointer = `/data/${name}`;
    return createListField({ id: fieldId, name, pointer, schema, value: entries, onChange: handleChange });
  }

  function readFields(): CardData {
    const values = [...fields].map(([name, field]) => [name, field.read()] as const);
    return Object.fromEntries(values.filter(([, value]) => value.length > 0));
  }

  return {
    element,
    showTemplates: (templates, selectedId = selected?.id ?? restoredId) => picker.show(templates, selectedId),
    read: () => ({ template: selected?.id ?? "", data: readFields() }),
    readDraft: () => ({ template: selected?.id ?? "", data: Object.fromEntries(entered) }),
    restore({ template, data }) {
      restoredId = template;
      for (const [each, values] of Object.entries(data)) entered.set(each, values);
    },
    showNotes(notes) {
      const shown = new Set<Note>();
      for (const [name, field] of fields) {
        const own = notes.filter((note) => isAbout(note, `/data/${name}`));
        field.showNotes(own);
        for (const note of own) shown.add(note);
      }
      return notes.filter((note) => !shown.has(note));
    },
    clear() {
      entered.clear();
      fields = new Map();
      selected = latest = restoredId = undefined;
      fieldsElement.replaceChildren();
      picker.show([], undefined);
    },
  };
}
