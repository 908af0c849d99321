import { addField, renameField, requireField, setField } from "@placard/template-edit";
import type { DataField } from "@placard/templates/source";
import { useEffect, useId, useRef } from "preact/hooks";
import { toLabel } from "../../../card-form/card-data.ts";
import { Fold } from "../../../components/page.tsx";
import type { Design } from "./design.ts";
import { deleteField } from "./insertions.ts";
import { toFieldName } from "./names.ts";
import { Refusal } from "./refusal.tsx";
import { ValueField } from "./sample-form.tsx";
import { SourceField } from "./source-field.tsx";

/** The types of texts by their `format`. */
const types: readonly (readonly [format: string, label: string])[] = [
  ["text", "Text"],
  ["number", "Number"],
  ["image-url", "Image"],
  ["color", "Color"],
];

/** The fields of the template: what a request can set. Each change is one step of the history. */
export function FieldsPanel({ design }: { design: Design }) {
  const { fields, refusal, shownField } = design;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const index = [...fields.value.keys()].indexOf(shownField.value ?? "");
    const example = list.current?.children[index]?.querySelector(".example");
    example?.closest("details")?.setAttribute("open", "");
    // Never a button that removes something, although it may come first.
    const controls = ["input:not([hidden]), textarea", ".image-upload button", "button"];
    const control = controls.map((each) => example?.querySelector<HTMLElement>(each)).find(Boolean);
    control?.focus();
    shownField.value = undefined;
  }, [shownField.value]);
  return (
    <div class="fields-panel">
      <Refusal text={refusal.value} />
      {fields.value.size === 0 && <p class="hint">This template has no fields.</p>}
      <ul ref={list} class="field-list" aria-label="Fields">
        {[...fields.value].map(([name, field]) => (
          <li key={name}>
            <FieldEditor design={design} name={name} field={field} />
          </li>
        ))}
      </ul>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const { name, type } = Object.fromEntries(new FormData(form)) as Record<string, string>;
          if (design.run(addField(toFieldName(name ?? ""), definitionOf(type ?? "text")))) form.reset();
        }}
      >
        <div>
          <label for={`${id}-name`}>New field</label>
          <input id={`${id}-name`} name="name" required autocomplete="off" spellcheck={false} />
        </div>
        <div>
          <label for={`${id}-type`}>Type</label>
          <select id={`${id}-type`} name="type">
            {[...types, ["list", "List"] as const].map(([format, label]) => (
              <option value={format}>{label}</option>
            ))}
          </select>
        </div>
        <button class="secondary">Add field</button>
      </form>
    </div>
  );
}

function definitionOf(type: string): Readonly<Record<string, unknown>> {
  if (type === "list") return { type: "array", items: "string" };
  return { type: "string", ...(type !== "text" && { format: type }) };
}

function FieldEditor({ design, name, field }: { design: Design; name: string; field: DataField }) {
  const id = useId();
  const isText = field.kind === "text";
  const isImage = isText && field.format === "image-url";
  const set = (values: Readonly<Record<string, unknown>>) => design.tryRun(setField(name, values));
  const countField = (
    label: string,
    value: number,
    valuesOf: (count: number | undefined) => Readonly<Record<string, unknown>>,
  ) => (
    <SourceField
      label={label}
      value={String(value)}
      commit={(entered) => {
        const count = entered.trim() === "" ? undefined : Number(entered);
        const isCount = count === undefined || (Number.isInteger(count) && count > 0);
        return isCount ? set(valuesOf(count)) : "Enter a whole number above 0.";
      }}
    />
  );
  /** Of a list of texts. */
  const entry = !isText && "maxLength" in field.items ? field.items : undefined;
  return (
    <Fold title={toLabel(name)}>
      <SourceField
        label="Name"
        value={name}
        commit={(next) => design.tryRun(renameField(name, toFieldName(next)))}
      />
      <div class="source-field">
        <label for={id}>Type</label>
        {isText ? (
          <select
            id={id}
            value={field.format ?? "text"}
            onChange={({ currentTarget: { value } }) =>
              design.run(setField(name, { type: "string", format: value === "text" ? undefined : value }))
            }
          >
            {types.map(([format, label]) => (
              <option value={format}>{label}</option>
            ))}
          </select>
        ) : (
          <input id={id} value="List" readOnly />
        )}
      </div>
      <div class="example">
        {isText && !isImage ? (
          <SourceField
            label="Example"
            value={field.example ?? ""}
            commit={(value) => set({ example: value === "" ? undefined : value })}
          />
        ) : (
          <ValueField
            name={name}
            field={field}
            label="Example"
            value={field.example}
            write={(example) => (design.refusal.value = design.type(setField(name, { example })))}
          />
        )}
      </div>
      {isText && !isImage && countField("Max. length", field.maxLength, (maxLength) => ({ maxLength }))}
      {!isText && countField("Max. entries", field.maxItems, (maxItems) => ({ maxItems }))}
      {entry &&
        countField("Max. length of an entry", entry.maxLength, (maxLength) => ({
          items: {
            type: "string",
            ...(entry.format && { format: entry.format }),
            ...(maxLength && { maxLength }),
          },
        }))}
      <div class="row">
        <label class="checkbox">
          <input
            type="checkbox"
            checked={field.isRequired}
            onChange={({ currentTarget }) => design.run(requireField(name, currentTarget.checked))}
          />
          Required
        </label>
        <button
          type="button"
          class="secondary small"
          aria-label={`Delete the field ${name}`}
          onClick={() => deleteField(design, name)}
        >
          Delete
        </button>
      </div>
    </Fold>
  );
}
