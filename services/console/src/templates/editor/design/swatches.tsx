import { distinctColors, resolveVariables, toHex } from "./colors.ts";
import { toShown } from "./property-texts.ts";

/** Buttons for the colors of the brand and of the card, and a picker for others. */
export function Swatches({
  label,
  variables,
  written,
  color,
  inherited,
  commit,
}: {
  label: string;
  /** The custom properties of the card. */
  variables: Readonly<Record<string, string>>;
  /** The colors that are written in the template, as `#rrggbb`. */
  written: readonly string[];
  /** As it is written. */
  color: string | undefined;
  /** What the picker starts from if no color is written. */
  inherited: string | undefined;
  commit: (color: string) => void;
}) {
  const names = Object.keys(variables);
  const ofVariables = distinctColors(variables).map(
    ([variable, shown]) => [`var(${variable})`, shown] as const,
  );
  const known = new Set(ofVariables.map(([, shown]) => shown.toLowerCase()));
  const others = written.filter((each) => !known.has(each)).map((each) => [each, each] as const);
  return (
    <div class="swatches" role="group" aria-label={`Colors: ${label}`}>
      {[...ofVariables, ...others].map(([css, shown]) => (
        <button
          key={css}
          type="button"
          class="plain"
          title={toShown(css, names)}
          aria-label={toShown(css, names)}
          aria-pressed={color !== undefined && resolveVariables(color, variables) === shown}
          style={{ background: shown }}
          onClick={() => commit(css)}
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
