import { combine } from "@placard/template-edit";
import type { PropertyDescription } from "@placard/templates/vocabulary";
import type { Design } from "./design.ts";
import { explain, mixed, toCss, toShown, toSum } from "./property-texts.ts";
import { fitRangeOf, inPixels, lengthBefore } from "./relative-lengths.ts";
import { SourceField } from "./source-field.tsx";
import { stepNumbers } from "./steps.ts";

/**
 * The font sizes from which a text gets the largest that fits its box, of the selected elements. One size is
 * a range of that size.
 */
export function FitFields({ design, property }: { design: Design; property: PropertyDescription }) {
  const variables = Object.keys(design.variables.value);
  // Read now: a click selects other elements before the focus leaves a field.
  const elements = design.selection.value;
  const styles = design.styles.value;
  const ranges = elements.map((element) => {
    const { path } = element;
    const isWritten = styles.setter(element, property.name) === property.name;
    const value = lengthBefore(styles, element, property.name);
    const range = fitRangeOf(value) ?? (isWritten ? ([value, value] as const) : (["", ""] as const));
    return { path, range, isWritten };
  });

  const sizeOf = (entered: string) => toCss(toSum(entered), property, variables);

  function commit(index: 0 | 1, entered: string) {
    const operations = ranges.map(({ path, range }) => {
      const sizes = [...range];
      sizes[index] = sizeOf(entered) || range[1 - index]!;
      const [least, most] = sizes.map((size) => size || sizes[index]!);
      return design.declare(path, { [property.name]: least === most ? most! : `fit(${least}, ${most})` });
    });
    const reason = design.tryRun(combine(operations));
    return reason && explain(reason, property);
  }

  return (
    <div class="side-fields fit-fields" role="group" aria-label="Range of font sizes">
      {(["Smallest", "Largest"] as const).map((label, index) => {
        const sizes = ranges.map(({ range }) => inPixels(styles, range[index]!));
        const isMixed = new Set(sizes).size > 1;
        const isFitted = ranges.some(({ range, isWritten }) => isWritten && range[0] !== range[1]);
        const shown = isMixed ? "" : toShown(sizes[0] ?? "", variables, property);
        return (
          <SourceField
            key={label}
            label={label}
            value={isFitted ? shown : ""}
            placeholder={isMixed ? mixed : shown}
            title={`${label} font size, if it depends on the room`}
            commit={(entered) => commit(index as 0 | 1, entered)}
            step={(text, by) => stepNumbers(sizeOf(text || shown), by)}
          />
        );
      })}
    </div>
  );
}
