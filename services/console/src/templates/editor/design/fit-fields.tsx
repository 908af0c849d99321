import { combine } from "@placard/template-edit";
import type { PropertyDescription } from "@placard/templates/vocabulary";
import type { Design } from "./design.ts";
import { explain, toCss, toShown, toSum } from "./property-texts.ts";
import { fitRangeOf, inPixels } from "./relative-lengths.ts";
import { SourceField } from "./source-field.tsx";
import { stepNumbers } from "./steps.ts";

/**
 * The font sizes from which a text gets the largest that fits its box. They are set for all selected elements. One
 * size is a range of that size.
 * @param value what is written for the last selected element; empty if it has no size
 */
export function FitFields({
  design,
  property,
  value,
}: {
  design: Design;
  property: PropertyDescription;
  value: string;
}) {
  const variables = Object.keys(design.variables.value);
  // Read now: a click selects other elements before the focus leaves a field.
  const paths = design.selection.value.map(({ path }) => path);
  const styles = design.styles.value;
  const range = fitRangeOf(value) ?? [value, value];
  const isFitted = range[0] !== range[1];

  const sizeOf = (entered: string) => toCss(toSum(entered), property, variables);

  function commit(index: 0 | 1, entered: string) {
    const sizes = [...range];
    sizes[index] = sizeOf(entered) || range[1 - index]!;
    const [least, most] = sizes.map((size) => size || sizes[index]!);
    const size = least === most ? most! : `fit(${least}, ${most})`;
    const reason = design.tryRun(
      combine(paths.map((path) => design.declare(path, { [property.name]: size }))),
    );
    return reason && explain(reason, property);
  }

  return (
    <div class="side-fields fit-fields" role="group" aria-label="Range of font sizes">
      {(["Smallest", "Largest"] as const).map((label, index) => {
        const shown = toShown(inPixels(styles, range[index]!), variables, property);
        return (
          <SourceField
            key={label}
            label={label}
            value={isFitted ? shown : ""}
            placeholder={shown}
            title={`${label} font size, if it depends on the room`}
            commit={(entered) => commit(index as 0 | 1, entered)}
            step={(text, by) => stepNumbers(sizeOf(text || shown), by)}
          />
        );
      })}
    </div>
  );
}
