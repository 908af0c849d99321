import { createElement, createMessage } from "../elements.ts";
import { createNoteTarget, isAbout } from "./notes.ts";
import { createTextField, toLabel, type Field, type FieldSchema } from "./text-field.ts";

type EntryValue = string | Record<string, string>;

/** One entry of a list: one field, or several named ones. */
interface Entry {
  element: HTMLElement;
  fields: ReadonlyMap<string, Field<string>>;
}

/**
 * Creates the field for a list, whose entries can be added and removed.
 * @param pointer JSON pointer of the list in the request
 * @param onChange called after an entry was added or removed
 */
export function createListField({
  id,
  name,
  pointer,
  schema,
  value,
  onChange,
}: {
  id: string;
  name: string;
  pointer: string;
  schema: FieldSchema;
  value: readonly EntryValue[];
  onChange: () => void;
}): Field {
  const { description, maxItems = Infinity, items = {} } = schema;
  const label = toLabel(name);
  const entryLabel = label.replace(/([^s])s$/, "$1"); // “Speaker 1” in “Speakers”
  let entries: Entry[] = [];
  let created = 0; // for unique IDs, as entries can be removed
  const list = createElement("ol", { className: "entries" });
  const addButton = createElement(
    "button",
    { type: "button", className: "secondary small", "aria-label": `Add an entry to ${label}` },
    "Add",
  );
  const element = createElement("fieldset", { id, className: "field list-field" });
  const notes = createNoteTarget({ id, control: element, label });
  if (description) element.setAttribute("aria-describedby", `${id}-hint`);
  element.append(
    createElement("legend", {}, label),
    ...(description
      ? [createElement("p", { id: `${id}-hint`, className: "hint" }, createMessage(description))]
      : []),
    list,
    ...notes.elements,
    addButton,
  );

  function addEntry(entryValue: EntryValue): Entry {
    const entryId = `${id}-${created++}`;
    const texts = typeof entryValue === "string" ? { "": entryValue } : entryValue;
    const properties = Object.entries(items.properties ?? { "": items });
    const fields = new Map(
      properties.map(([property, propertySchema]) => {
        const field = createTextField({
          id: `${entryId}-${property}`,
          label: property ? toLabel(property) : label,
          schema: property ? propertySchema : { ...propertySchema, description: "" },
          isRequired: !property || (items.required ?? []).includes(property),
          value: texts[property] ?? "",
        });
        return [property, field] as const;
      }),
    );
    const removeButton = createElement("button", { type: "button", className: "secondary small" }, "Remove");
    const entryElement = createElement(
      "li",
      {},
      createElement("p", { className: "entry-title", ariaHidden: "true" }),
      createElement("div", { role: "group" }, ...[...fields.values()].map((field) => field.element)),
      removeButton,
    );
    const entry = { element: entryElement, fields };
    removeButton.addEventListener("click", () => {
      entries = entries.filter((each) => each !== entry);
      entryElement.remove();
      update();
      addButton.focus();
      onChange();
    });
    entries.push(entry);
    list.append(entryElement);
    return entry;
  }

  function update() {
    addButton.hidden = false;
    addButton.disabled = entries.length >= maxItems;
    list.hidden = entries.length === 0;
    for (const [index, entry] of entries.entries()) {
      const title = `${entryLabel} ${index + 1}`;
      entry.element.firstElementChild!.textContent = title;
      entry.element.querySelector("[role=group]")?.setAttribute("aria-label", title);
      entry.element.lastElementChild?.setAttribute("aria-label", `Remove entry ${index + 1} of ${label}`);
    }
  }

  addButton.addEventListener("click", () => {
    const entry = addEntry("");
    update();
    entry.fields.values().next().value?.focus();
  });
  for (const each of value.slice(0, maxItems)) addEntry(each);
  update();

  return {
    element,
    read: () => entries.map(readEntry).filter((entry) => entry !== undefined),
    showNotes(all) {
      const shown = new Set(notesOfEntries(all));
      notes.show(all.filter((note) => !shown.has(note)));
    },
    focus: () => addButton.focus(),
  };

  /** Shows the notes about entries at their fields, and returns them. Empty entries are not sent, so they don't count. */
  function notesOfEntries(all: Parameters<Field["showNotes"]>[0]) {
    const sent = entries.filter((entry) => readEntry(entry) !== undefined);
    return entries.flatMap((entry) =>
      [...entry.fields].flatMap(([property, field]) => {
        const index = sent.indexOf(entry);
        const path = `${pointer}/${index}${property && `/${property}`}`;
        const own = index === -1 ? [] : all.filter((note) => isAbout(note, path));
        field.showNotes(own);
        return own;
      }),
    );
  }
}

/** @returns undefined for an empty entry */
function readEntry({ fields }: Entry): EntryValue | undefined {
  const texts = [...fields].map(([name, field]) => [name, field.read()] as const).filter(([, text]) => text);
  if (texts.length === 0) return undefined;
  return texts[0]![0] === "" ? texts[0]![1] : Object.fromEntries(texts);
}
