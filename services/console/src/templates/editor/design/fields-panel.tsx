import { addField, renameField, requireField, setField, setSampleValue } from "@placard/template-edit";
import { itemFieldsOf, type DataField } from "@placard/templates/source";
import { useEffect, useId, useRef } from "preact/hooks";
import { toLabel } from "../../../card-form/card-data.ts";
import { SmallButton } from "../../../components/small-button.tsx";
import { Fold } from "../../../components/page.tsx";
import type { Design } from "./design.ts";
import { deleteField } from "./insertions.ts";
import { toFieldName } from "./names.ts";
import { Notice } from "./notice.tsx";
import { ValueField } from "./sample-form.tsx";
import { SourceField } from "./source-field.tsx";
import { useUndoKeys } from "./use-undo-keys.ts";

type Types = readonly (readonly [format: string, label: string])[];

/** The types of texts by their `format`. */
const types: Types = [
  ["text", "Text"],
  ["number", "Number"],
  ["image-url", "Image"],
  ["color", "Color"],
];

/** The fields of the template: what a request can set. Each change is one step of the history. */
export function FieldsPanel({ design }: { design: Design }) {
  const { fields, notice, shownField } = design;
  const list = useRef<HTMLUListElement>(null);
  useUndoKeys(design);
  useEffect(() => {
    const index = [...fields.value.keys()].indexOf(shownField.value ?? "");
    const shown = list.current?.children[index];
    shown?.querySelector("details")?.setAttribute("open", "");
    const example = shown?.querySelector(".field-example");
    const input = example?.querySelector<HTMLElement>("input:not([hidden]), textarea, select");
    // An uploaded image and an empty list have only buttons.
    (input ?? example?.querySelector<HTMLElement>("button:last-of-type"))?.focus();
    shownField.value = undefined;
  }, [shownField.value]);
  return (
    <div class="fields-panel">
      <Notice text={notice.value} />
      {fields.value.size === 0 && <p class="hint">This template has no fields.</p>}
      <ul ref={list} class="grid field-list" aria-label="Fields">
        {[...fields.value].map(([name, field]) => (
          <li key={name}>
            <FieldEditor design={design} path={name} field={field} />
          </li>
        ))}
      </ul>
      <NewField design={design} kinds={[...types, ["list", "List"]]} />
    </div>
  );
}

/** Adds a field, or a part to the entries of a list. */
function NewField({ design, kinds, list }: { design: Design; kinds: Types; list?: string }) {
  const id = useId();
  const what = list === undefined ? "field" : "part";
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const { name = "", type = "text" } = Object.fromEntries(new FormData(form)) as Record<string, string>;
        const path = [...(list === undefined ? [] : [list]), toFieldName(name)].join(".");
        if (design.run(addField(path, definitionOf(type)))) form.reset();
      }}
    >
      <div>
        <label for={`${id}-name`}>New {what}</label>
        <input id={`${id}-name`} name="name" required autocomplete="off" spellcheck={false} />
      </div>
      <div>
        <label for={`${id}-type`}>Type</label>
        <select id={`${id}-type`} name="type">
          {kinds.map(([format, label]) => (
            <option value={format}>{label}</option>
          ))}
        </select>
      </div>
      <button class="secondary">Add {what}</button>
    </form>
  );
}

function definitionOf(type: string): Readonly<Record<string, unknown>> {
  if (type === "list") return { type: "array", items: "string" };
  return { type: "string", ...(type !== "text" && { format: type }) };
}

/** A field, or a part of the entries of a list. @param path its name, or `list.part` */
function FieldEditor({ design, path, field }: { design: Design; path: string; field: DataField }) {
  const id = useId();
  const [list = "", part] = path.split(".");
  const name = part ?? list;
  const isText = field.kind === "text";
  const { samples, sampleIndex } = design.editor;
  /** What the card shows; with other test data, the first sample. */
  const sample = sampleIndex() ?? 0;
  const setExample = (example: unknown) =>
    part === undefined ? setSampleValue(sample, name, example) : setField(path, { example });
  const set = (values: Readonly<Record<string, unknown>>) => design.tryRun(setField(path, values));
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
        commit={(next) => design.tryRun(renameField(path, toFieldName(next)))}
      />
      <div class="source-field">
        <label for={id}>Type</label>
        {isText ? (
          <select
            id={id}
            value={field.format ?? "text"}
            onChange={({ currentTarget: { value } }) =>
              design.run(setField(path, { type: "string", format: value === "text" ? undefined : value }))
            }
          >
            {types.map(([format, label]) => (
              <option value={format}>{label}</option>
            ))}
          </select>
        ) : (
          <output id={id}>List</output>
        )}
      </div>
      <div class="field-example">
        <ValueField
          name={name}
          field={field}
          label="Example"
          value={part === undefined ? samples.value[sample]!.data[name] : field.example}
          write={(example) => (design.notice.value = design.type(setExample(example)))}
        />
      </div>
      {isText &&
        field.format !== "image-url" &&
        countField("Max. length", field.maxLength, (maxLength) => ({ maxLength }))}
      {!isText && countField("Max. entries", field.maxItems, (maxItems) => ({ maxItems }))}
      {entry &&
        countField("Max. length of an entry", entry.maxLength, (maxLength) => ({
          items: {
            type: "string",
            ...(entry.format && { format: entry.format }),
            ...(maxLength && { maxLength }),
          },
        }))}
      {!isText && (
        <fieldset>
          <legend>Parts of an entry</legend>
          <ul class="grid field-list">
            {[...(itemFieldsOf(field) ?? [])].map(([each, text]) => (
              <li key={each}>
                <FieldEditor design={design} path={`${path}.${each}`} field={{ kind: "text", ...text }} />
              </li>
            ))}
          </ul>
          <NewField design={design} kinds={types} list={path} />
        </fieldset>
      )}
      <div class="row">
        <label class="checkbox">
          <input
            type="checkbox"
            checked={field.isRequired}
            onChange={({ currentTarget }) => design.run(requireField(path, currentTarget.checked))}
          />
          Required
        </label>
        <SmallButton
          label="Delete"
          name={`Delete the ${part === undefined ? "field" : "part"} ${name}`}
          run={() => deleteField(design, path)}
        />
      </div>
    </Fold>
  );
}
