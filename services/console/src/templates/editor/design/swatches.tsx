import type { TargetedKeyboardEvent } from "preact";
import { brandColors, distinctColors, resolveVariables, toHex } from "./colors.ts";
import type { Design } from "./design.ts";
import { toShown } from "./property-texts.ts";

/** Buttons for the colors of the brand and of the card, and a picker for others. */
export function Swatches({
  design,
  label,
  color,
  inherited,
  commit,
}: {
  design: Pick<Design, "variables" | "writtenColors">;
  label: string;
  /** As it is written. */
  color: string | undefined;
  /** What the picker starts from if no color is written. */
  inherited?: string | undefined;
  commit: (color: string) => void;
}) {
  const variables = design.variables.value;
  const names = Object.keys(variables);
  const ofBrand = brandColors.flatMap((name) => {
    const shown = resolveVariables(`var(${name})`, variables);
    const isNone = name === "--secondary" && shown === variables["--accent"]; // the brand has only one
    return CSS.supports("color", shown) && !isNone ? [[name, shown] as const] : [];
  });
  const known = new Set(ofBrand.map(([, shown]) => shown.toLowerCase()));
  const ofVariables = distinctColors(variables).filter(([, shown]) => !known.has(shown.toLowerCase()));
  for (const [, shown] of ofVariables) known.add(shown.toLowerCase());
  const others = design.writtenColors.value.filter((each) => !known.has(each));
  const choices = [
    ...[...ofBrand, ...ofVariables].map(([name, shown]) => ({ css: `var(${name})`, shown })),
    ...others.map((each) => ({ css: each, shown: each })),
  ];
  const resolved = color && resolveVariables(color, variables);
  const pressed = choices.find(({ css }) => css === color) ?? choices.find(({ shown }) => shown === resolved);
  /** One button is in the tab order, and the arrow keys lead to the others. */
  function moveFocus({ key, currentTarget }: TargetedKeyboardEvent<HTMLElement>) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
    const buttons = [...currentTarget.querySelectorAll("button")];
    const at = buttons.findIndex((button) => button === document.activeElement);
    if (by !== undefined && at >= 0) buttons.at((at + by) % buttons.length)?.focus();
  }
  return (
    <div class="row swatches" role="group" aria-label={`Colors: ${label}`} onKeyDown={moveFocus}>
      {choices.map((choice) => {
        const { css, shown } = choice;
        const name = toShown(css, names);
        return (
          <button
            key={css}
            type="button"
            class="plain row"
            title={name === shown ? name : `${name}: ${shown}`}
            aria-label={name}
            aria-pressed={choice === pressed}
            tabIndex={choice === (pressed ?? choices[0]) ? 0 : -1}
            onClick={() => commit(css)}
          >
            <i style={{ background: shown }} />
          </button>
        );
      })}
      <input
        type="color"
        aria-label={`Pick: ${label}`}
        value={toHex(resolveVariables(color ?? inherited ?? "", variables))}
        onChange={({ currentTarget }) => commit(currentTarget.value)}
      />
    </div>
  );
}
