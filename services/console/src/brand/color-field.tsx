import { useId } from "preact/hooks";
import { useFieldError } from "../components/form.tsx";
import { invalidColorText, parseColor } from "./brand-draft.ts";

/** A field for a color that may be empty: a text, and a swatch that opens the browser's color picker. */
export function ColorField({
  name,
  label,
  hint,
  text,
  derived,
  onChange,
}: {
  name: string;
  label: string;
  hint: string;
  /** What was entered. */
  text: string;
  /** The color that is used while the field is empty. */
  derived: string | undefined;
  onChange: (text: string) => void;
}) {
  const id = useId();
  const color = parseColor(text);
  const submitError = useFieldError(name);
  const error = color === null ? invalidColorText : submitError;
  return (
    <div class="field color-field">
      <label for={id}>{label}</label>
      <div class="color-inputs">
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          class={!color && derived === undefined ? "unset" : undefined}
          value={color ?? derived ?? "#ffffff"}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
        <input
          id={id}
          name={name}
          autocomplete="off"
          spellcheck={false}
          maxLength={7}
          placeholder={derived ?? "None"}
          value={text}
          aria-invalid={error === undefined ? undefined : "true"}
          aria-describedby={`${id}-hint${error === undefined ? "" : ` ${id}-error`}`}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      </div>
      <p id={`${id}-hint`} class="hint">
        {hint}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} class="field-error">
          {error}
        </p>
      )}
    </div>
  );
}
