import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useConsole } from "../app/console.ts";
import { SmallButton } from "../components/small-button.tsx";
import { formatCount } from "../components/counts.ts";
import { isNarrow } from "../components/page.tsx";
import {
  readText,
  readValue,
  toEntryLabel,
  toLabel,
  type EntryValue,
  type FieldSchema,
  type FieldValue,
} from "./card-data.ts";
import { describeControl, isAbout, type Note } from "./notes.tsx";
import { isUploaded, UploadedImage } from "./uploaded-image.tsx";

/** A text field for more characters than this has several lines. */
const maxSingleLine = 200;

interface FieldProps<Value> {
  /** Unique on the page. */
  id: string;
  /** JSON pointer of the value in the request. */
  pointer: string;
  label: string;
  schema: FieldSchema;
  isRequired: boolean;
  value: Value;
  notes: readonly Note[];
  /** Uploads an image, and resolves with the text that names it; without it, images have a URL. */
  upload?: ((file: File) => Promise<string>) | undefined;
  onChange: (value: FieldValue) => void;
}

/** The field for a property of a template's data. Its JSON Schema decides what it looks like. */
export function DataField({ value, ...props }: FieldProps<FieldValue | undefined>) {
  if (props.schema.type === "array")
    return <ListField {...props} value={Array.isArray(value) ? value : []} />;
  const text = typeof value === "string" ? value : "";
  const Field = props.schema.format === "image-url" ? ImageField : TextField;
  return <Field {...props} value={text} />;
}

/** A field for an image: its URL, or a file that is uploaded. */
function ImageField({ id, label, schema, isRequired, value, notes, upload, onChange }: FieldProps<string>) {
  const { actions } = useConsole();
  const field = describeControl({ id, label, notes, hint: newWordsOf(schema.description, label) });
  const input = useRef<HTMLInputElement>(null);
  const typed = useRef(value);
  const shown = useRef(value);
  if (shown.current !== value) typed.current = shown.current = value;
  /** Not while somebody types: the card would lose its image with the first letter. */
  const commit = () => onChange(typed.current.trim());
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isRequired && <RequiredMark />}
      </label>
      <div class="row image-input">
        {isUploaded(value) ? (
          <>
            <UploadedImage value={value} control={field.control} />
            <SmallButton label="Remove" name={`Remove: ${label}`} run={() => onChange("")} />
          </>
        ) : (
          <input
            {...field.control}
            type="url"
            placeholder="https://"
            value={typed.current}
            autocomplete="off"
            aria-required={isRequired || undefined}
            onInput={({ currentTarget, inputType }) => {
              typed.current = currentTarget.value;
              if (inputType === "insertFromPaste") commit();
            }}
            onChange={commit}
          />
        )}
        {upload && (
          <>
            <SmallButton label="Upload an image" run={() => input.current?.click()} />
            <input
              ref={input}
              type="file"
              hidden
              accept="image/png,image/jpeg,image/webp"
              aria-label={`File: ${label}`}
              onChange={({ currentTarget }) => {
                const file = currentTarget.files?.[0];
                currentTarget.value = ""; // so that the same file can be picked again
                if (file) void actions.run(async () => onChange(await upload(file)));
              }}
            />
          </>
        )}
      </div>
      {field.messages}
      {field.hint}
    </div>
  );
}

function RequiredMark() {
  return (
    <span class="required" aria-hidden="true">
      {" *"}
    </span>
  );
}

function TextField({ id, label, schema, isRequired, value, notes, onChange }: FieldProps<string>) {
  const { maxLength = Infinity, format, multiline, description } = schema;
  const field = describeControl({ id, label, notes, hint: newWordsOf(description, label) });
  const attributes = {
    ...field.control,
    value,
    autocomplete: "off",
    // Not `required`: the server reports missing fields, and the browser would show a second message.
    "aria-required": isRequired || undefined,
    onInput: ({ currentTarget }: { currentTarget: { value: string } }) => onChange(currentTarget.value),
  };
  const isText = schema.enum === undefined && format === undefined;
  const length = [...readText(schema, value)].length; // in code points, like the server's limits
  return (
    <div class="field">
      <div class="row between">
        <label for={id}>
          {label}
          {isRequired && <RequiredMark />}
        </label>
        <span class={length > maxLength ? "counter over" : "counter"} aria-hidden="true">
          {/* Only where the limit is near: a counter at each field is noise. */}
          {isText && length > maxLength * 0.7 && `${length} / ${maxLength}`}
        </span>
      </div>
      {schema.enum ? (
        <select {...attributes}>
          {[...new Set(["", ...schema.enum.map(String)])].map((choice) => (
            <option value={choice}>{choice || "Not set"}</option>
          ))}
        </select>
      ) : multiline || (isText && maxLength > maxSingleLine) ? (
        <textarea {...attributes} rows={maxLength > 500 ? 3 : 2} />
      ) : (
        <input {...attributes} type="text" />
      )}
      {field.messages}
      {field.hint}
    </div>
  );
}

/**
 * A list, whose entries can be added, moved and removed. An entry has one field, or several with names. On a
 * phone, the entries are hidden until the list is opened.
 */
function ListField({
  id,
  pointer,
  label,
  schema,
  value,
  notes,
  upload,
  onChange,
}: FieldProps<readonly EntryValue[]>) {
  const { description, maxItems = Infinity, items = {} } = schema;
  const entryLabel = toEntryLabel(label);
  // Empty entries are not sent, so they have no index in the request.
  const isSent = (entry: EntryValue) => readValue(items, entry) !== undefined;
  const indexOf = (index: number) =>
    isSent(value[index]!) ? value.slice(0, index).filter(isSent).length : -1;
  const fieldsOf = (entry: EntryValue, index: number) =>
    Object.entries(items.properties ?? { "": { ...items, description: "" } }).map(([name, fieldSchema]) => ({
      name,
      schema: index === 0 ? fieldSchema : { ...fieldSchema, description: "" }, // once is enough
      pointer: `${pointer}/${indexOf(index)}${name && `/${name}`}`,
      value: typeof entry === "string" ? entry : entry[name],
    }));
  const fieldPointers = value.flatMap(fieldsOf).map((each) => each.pointer);
  const listNotes = notes.filter((note) => !fieldPointers.some((each) => isAbout(note, each)));
  const described = describeControl({ id, label, notes: listNotes, hint: newWordsOf(description, label) });
  const isOpen = useSignal(!isNarrow());
  const addButton = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const change = useRef<"added" | "removed" | undefined>(undefined);
  useLayoutEffect(() => {
    if (change.current === "added")
      list.current?.lastElementChild?.querySelector<HTMLElement>("input, textarea, select")?.focus();
    if (change.current === "removed") addButton.current?.focus();
    change.current = undefined;
  }, [value.length]);

  function add() {
    change.current = "added";
    isOpen.value = true;
    onChange([...value, items.properties ? {} : ""]);
  }

  /** The focus follows the entry, so that it can be moved further. */
  function move(index: number, to: number) {
    const buttons =
      list.current?.children[to]?.querySelectorAll<HTMLElement>(".entry-title button:not([disabled])") ?? [];
    const next = [...buttons].find(({ textContent }) => textContent === (to < index ? "Up" : "Down"));
    (next ?? buttons[0])?.focus();
    onChange(value.toSpliced(index, 1).toSpliced(to, 0, value[index]!));
  }

  return (
    <fieldset {...described.control} class="field list-field">
      <legend>{label}</legend>
      {described.hint}
      <details
        hidden={value.length === 0}
        open={isOpen.value || notes.length > 0}
        onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
      >
        <summary>{formatCount(value.length, entryLabel.toLowerCase())}</summary>
        <ol ref={list} class="entries">
          {value.map((entry, index) => (
            <li class={items.properties ? undefined : "text-entry"}>
              <div class="row between entry-title">
                {items.properties && <p aria-hidden="true">{`${entryLabel} ${index + 1}`}</p>}
                <div class="buttons">
                  {(
                    [
                      ["Up", index - 1],
                      ["Down", index + 1],
                    ] as const
                  ).map(([name, to]) => (
                    <SmallButton
                      key={name}
                      label={name}
                      name={`Move entry ${index + 1} of ${label} ${name.toLowerCase()}`}
                      isDisabled={value[to] === undefined}
                      run={() => move(index, to)}
                    />
                  ))}
                  <SmallButton
                    label="Remove"
                    name={`Remove entry ${index + 1} of ${label}`}
                    run={() => {
                      change.current = "removed";
                      onChange(value.toSpliced(index, 1));
                    }}
                  />
                </div>
              </div>
              <div role="group" aria-label={`${entryLabel} ${index + 1}`}>
                {fieldsOf(entry, index).map(({ name, ...field }) => (
                  <DataField
                    {...field}
                    id={`${id}-${index}-${name}`}
                    label={name ? toLabel(name) : `${entryLabel} ${index + 1}`}
                    isRequired={!name || (items.required ?? []).includes(name)}
                    notes={notes.filter((note) => isAbout(note, field.pointer))}
                    upload={upload}
                    onChange={(next) => {
                      const changed = typeof entry === "string" ? next : { ...entry, [name]: next };
                      onChange(value.with(index, changed as EntryValue));
                    }}
                  />
                ))}
              </div>
            </li>
          ))}
        </ol>
      </details>
      {described.messages}
      <button
        ref={addButton}
        type="button"
        class="secondary small"
        aria-label={`Add an entry to ${label}`}
        disabled={value.length >= maxItems}
        onClick={add}
      >
        {value.length < maxItems ? "Add" : `At most ${maxItems} entries`}
      </button>
    </fieldset>
  );
}

/** A description, if it says more than its label: “Post title” under “Title” does not. */
export function newWordsOf(description = "", label: string): string | undefined {
  const words = description.toLowerCase().replace(/\.$/, "").split(" ");
  const end = words.slice(-label.split(" ").length).join(" ");
  return description !== "" && (words.length > 3 || end !== label.toLowerCase()) ? description : undefined;
}
