import type { VNode } from "preact";

/** A choice of one value as a row of buttons. @param name unique on the page */
export function Choice<Value>({
  name,
  options,
  selected,
  onSelect,
  look = "segments",
}: {
  name: string;
  /** With a picture, the label is its name. */
  options: readonly (readonly [value: Value, label: string, picture?: VNode])[];
  selected: Value | undefined;
  onSelect: (value: Value) => void;
  look?: string;
}) {
  return (
    <div class={look}>
      {options.map(([value, label, picture]) => (
        <label title={picture && label}>
          <input
            type="radio"
            name={name}
            aria-label={picture && label}
            checked={value === selected}
            onChange={() => onSelect(value)}
          />
          <span>{picture ?? label}</span>
        </label>
      ))}
    </div>
  );
}
