import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useFieldError } from "./form.tsx";

interface FieldProps {
  label: ComponentChildren;
  name: string;
  hint?: ComponentChildren;
}

/** What connects a control with its error and its hint, and the error. */
function useField(name: string, hint?: ComponentChildren, ownError?: string) {
  const id = useId();
  const formError = useFieldError(name);
  const error = ownError ?? formError;
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  const attributes = {
    id,
    name,
    "aria-invalid": error === undefined ? undefined : ("true" as const),
    "aria-describedby": describedBy || undefined,
  };
  const message = error && (
    <p id={`${id}-error`} class="field-error">
      {error}
    </p>
  );
  return { attributes, message };
}

/** A control below its label. Below it, its error and its hint. */
export function Field({
  label,
  name,
  hint,
  error,
  children,
}: FieldProps & {
  /** An error in place of the form's errors. */
  error?: string | undefined;
  children: (attributes: ReturnType<typeof useField>["attributes"]) => ComponentChildren;
}) {
  const { attributes, message } = useField(name, hint, error);
  return (
    <div class="field">
      <label for={attributes.id}>{label}</label>
      {children(attributes)}
      {message}
      {hint && (
        <p id={`${attributes.id}-hint`} class="hint">
          {hint}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "url" | "search" | "password";
  /** The height of a text of many lines. */
  rows?: number;
  /** What to enter, as in the message “Enter your name.”. By default, the label. */
  what?: string;
  defaultValue?: string;
  placeholder?: string;
  autocomplete?: string;
  autocapitalize?: "none" | "characters";
  spellcheck?: boolean;
  inputMode?: "url";
  maxLength?: number;
  pattern?: string;
  /** What the pattern permits. */
  title?: string;
  required?: boolean;
  readOnly?: boolean;
  value?: string;
  /** Called with what the user has entered. */
  onText?: (text: string, form: HTMLFormElement | null) => void;
}

export function TextField({
  label,
  name,
  hint,
  what,
  type = "text",
  rows,
  onText,
  ...attributes
}: TextFieldProps) {
  const anyType = type as "text"; // Preact's types describe each type of input by itself
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => {
        const all = {
          ...attributes,
          ...described,
          "data-what": what,
          onInput: ({ currentTarget }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
            onText?.(currentTarget.value, currentTarget.form),
        };
        return rows === undefined ? <input {...all} type={anyType} /> : <textarea {...all} rows={rows} />;
      }}
    </Field>
  );
}

export function EmailField(attributes: Pick<TextFieldProps, "defaultValue" | "readOnly">) {
  return (
    <TextField
      {...attributes}
      label="Email"
      name="email"
      type="email"
      autocomplete="email"
      maxLength={254}
      required
    />
  );
}

export function UserNameField({ defaultValue = "" }: { defaultValue?: string }) {
  return (
    <TextField
      label="Name"
      name="name"
      what="your name"
      autocomplete="name"
      maxLength={128}
      defaultValue={defaultValue}
      required
    />
  );
}

/** A choice of one option. */
export function SelectField({
  label,
  name,
  hint,
  value,
  options,
  onText,
}: FieldProps & {
  /** The chosen option at first; by default the first one. Another value becomes an option. */
  value?: string;
  options: readonly (readonly [value: string, label: string])[];
  /** Called with the value that the user has chosen. */
  onText?: (value: string) => void;
}) {
  const isListed = value === undefined || options.some(([option]) => option === value);
  const all = isListed ? options : [...options, [value, value] as const];
  return (
    <Field label={label} name={name} hint={hint}>
      {(described) => (
        <select {...described} onInput={({ currentTarget }) => onText?.(currentTarget.value)}>
          {all.map(([option, text]) => (
            <option value={option} selected={option === value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A box that can be checked. */
export function Checkbox({
  children,
  ...attributes
}: {
  children: ComponentChildren;
  name?: string;
  id?: string;
  value?: string;
  checked?: boolean;
  defaultChecked?: boolean;
  onChange?: (event: Event) => void;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: "true" | undefined;
}) {
  return (
    <label class="checkbox">
      <input {...attributes} type="checkbox" />
      <span>{children}</span>
    </label>
  );
}

/** Boxes for the values of one field. */
export function CheckboxGroup({
  legend,
  name,
  options,
  checked,
}: {
  legend: string;
  name: string;
  options: readonly { value: string; label: string }[];
  /** The values that are checked at first. */
  checked: readonly string[];
}) {
  const { attributes, message } = useField(name);
  return (
    <fieldset class="scopes">
      <legend>{legend}</legend>
      {options.map(({ value, label }, index) => (
        <Checkbox
          {...attributes}
          id={`${attributes.id}-${index}`}
          value={value}
          defaultChecked={checked.includes(value)}
        >
          {label} <code>{value}</code>
        </Checkbox>
      ))}
      {message}
    </fieldset>
  );
}
