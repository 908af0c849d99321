import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

/** A list of values for a part of the source. */
export function ChoiceField({
  label,
  value,
  choices,
  unset,
  otherLabel = value,
  title,
  hint,
  commit,
}: {
  label: string;
  /** As it is written; empty if it is not set. */
  value: string;
  choices: readonly (readonly [value: string, label: string])[];
  /** What is shown for no value. */
  unset: string | undefined;
  /** What is shown for a value that is none of the choices. */
  otherLabel?: string | undefined;
  title?: string;
  hint?: ComponentChildren;
  commit: (value: string) => void;
}) {
  const id = useId();
  const isListed = value === "" || choices.some(([each]) => each === value);
  return (
    <div class="source-field" title={title}>
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value;
          currentTarget.value = value; // until it is written, which may be refused
          commit(chosen);
        }}
      >
        <option value="">{unset}</option>
        {!isListed && <option value={value}>{otherLabel}</option>}
        {choices
          .filter(([each, text]) => text !== unset || each === value) // not twice
          .map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
      </select>
      <p class="hint">{hint}</p>
    </div>
  );
}
