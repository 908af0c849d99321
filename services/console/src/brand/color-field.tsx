import { Field } from "../components/fields.tsx";
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
  const color = parseColor(text);
  return (
    <Field name={name} label={label} hint={hint} error={color === null ? invalidColorText : undefined}>
      {(attributes) => (
        <div class="color-inputs">
          <input
            type="color"
            aria-label={`Pick: ${label}`}
            class={!color && derived === undefined ? "unset" : undefined}
            value={color ?? derived ?? "#ffffff"}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
          <input
            {...attributes}
            autocomplete="off"
            spellcheck={false}
            maxLength={7}
            placeholder={derived ?? "None"}
            value={text}
            onInput={({ currentTarget }) => onChange(currentTarget.value)}
          />
        </div>
      )}
    </Field>
  );
}
