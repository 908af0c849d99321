import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { useFieldError } from "./form.tsx";

interface FieldProps {
  label: ComponentChildren;
  name: string;
  hint?: ComponentChildren;
}

/** What connects a control with its label, its hint and its error. */
function useField({ name, hint }: Pick<FieldProps, "name" | "hint">, id = useId()) {
  const error = useFieldError(name);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ");
  return {
    id,
    control: {
      id,
      name,
      "aria-invalid": error === undefined ? undefined : ("true" as const),
      "aria-describedby": describedBy || undefined,
    },
    error: error !== undefined && (
      <p id={`${id}-error`} class="field-error">
        {error}
      </p>
    ),
    hint: hint && (
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
    ),
  };
}

interface TextFieldProps extends FieldProps {
  type?: "text" | "email" | "url" | "search" | "password";
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
  onText?: (text: string, input: HTMLInputElement) => void;
}

export function TextField({ label, name, hint, what, type = "text", onText, ...attributes }: TextFieldProps) {
  const field = useField({ name, hint });
  const anyType = type as "text"; // Preact's types describe each type of input by itself
  return (
    <>
      <label for={field.id}>{label}</label>
      <input
        {...attributes}
        {...field.control}
        type={anyType}
        data-what={what}
        onInput={({ currentTarget }) => onText?.(currentTarget.value, currentTarget)}
      />
      {field.error}
      {field.hint}
    </>
  );
}

/** A text of many lines. */
export function TextArea({
  label,
  name,
  hint,
  what,
  onText,
  ...attributes
}: FieldProps & {
  /** As in `TextField`. */
  what?: string;
  value?: string;
  rows?: number;
  maxLength?: number;
  spellcheck?: boolean;
  onText?: (text: string, input: HTMLTextAreaElement) => void;
}) {
  const field = useField({ name, hint });
  return (
    <>
      <label for={field.id}>{label}</label>
      <textarea
        rows={8}
        {...attributes}
        {...field.control}
        data-what={what}
        required
        onInput={({ currentTarget }) => onText?.(currentTarget.value, currentTarget)}
      />
      {field.error}
      {field.hint}
    </>
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
  /** The chosen option at first; by default the first one. */
  value?: string;
  options: readonly (readonly [value: string, label: string])[];
  /** Called with the value that the user has chosen. */
  onText?: (value: string) => void;
}) {
  const field = useField({ name, hint });
  return (
    <>
      <label for={field.id}>{label}</label>
      <select {...field.control} onInput={({ currentTarget }) => onText?.(currentTarget.value)}>
        {options.map(([option, text]) => (
          <option value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
      {field.error}
      {field.hint}
    </>
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
  const { id, control, error } = useField({ name });
  return (
    <fieldset class="scopes">
      <legend>{legend}</legend>
      {options.map(({ value, label }, index) => (
        <Checkbox {...control} id={`${id}-${index}`} value={value} defaultChecked={checked.includes(value)}>
          {label} <code>{value}</code>
        </Checkbox>
      ))}
      {error}
    </fieldset>
  );
}
