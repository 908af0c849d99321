/** A choice of one value as a row of buttons. @param name unique on the page */
export function Choice<Value>({
  name,
  options,
  selected,
  onSelect,
  look = "segments",
}: {
  name: string;
  options: readonly (readonly [value: Value, label: string])[];
  selected: Value | undefined;
  onSelect: (value: Value) => void;
  look?: string;
}) {
  return (
    <div class={look}>
      {options.map(([value, label]) => (
        <label>
          <input type="radio" name={name} checked={value === selected} onChange={() => onSelect(value)} />
          <span>{label}</span>
        </label>
      ))}
    </div>
  );
}
