import { distinctColors, resolveVariables, toHex } from "./colors.ts";
import { toShown } from "./property-texts.ts";

/** Buttons for the colors of the brand, and a picker for others. */
export function Swatches({
  label,
  variables,
  color,
  inherited,
  commit,
}: {
  label: string;
  /** The custom properties of the card. */
  variables: Readonly<Record<string, string>>;
  /** As it is written. */
  color: string | undefined;
  /** What the picker starts from if no color is written. */
  inherited: string | undefined;
  commit: (color: string) => void;
}) {
  const names = Object.keys(variables);
  return (
    <div class="swatches" role="group" aria-label={`Colors of the brand: ${label}`}>
      {distinctColors(variables).map(([variable, shown]) => (
        <button
          key={variable}
          type="button"
          class="plain"
          title={toShown(`var(${variable})`, names)}
          aria-label={toShown(`var(${variable})`, names)}
          aria-pressed={color !== undefined && resolveVariables(color, variables) === shown}
          style={{ background: shown }}
          onClick={() => commit(`var(${variable})`)}
        />
      ))}
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={toHex(resolveVariables(color ?? inherited ?? "", variables))}
        onChange={({ currentTarget }) => commit(currentTarget.value)}
      />
    </div>
  );
}
