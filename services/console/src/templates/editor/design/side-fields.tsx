import { combine } from "@placard/template-edit";
import type { PropertyDescription } from "@placard/templates/vocabulary";
import { sideValues } from "./canvas/lengths.ts";
import { sides, type Side } from "./style-reader.ts";
import type { Design } from "./design.ts";
import { labelOf, mixed, sentence, toCss, toShown } from "./property-texts.ts";
import { inPixels } from "./relative-lengths.ts";
import { SourceField } from "./source-field.tsx";
import { stepNumbers } from "./steps.ts";

/** Whether SideFields are shown for a property. */
export const hasSides = (name: string) => name === "padding" || name === "margin";

/** Whether a property is shown as some of SideFields. */
export const isSide = (name: string) =>
  /^(?:padding|margin)-(?:top|right|bottom|left|(?:inline|block)(?:-start|-end)?)$/.test(name);

const arrows: Readonly<Record<Side, string>> = { top: "↑", right: "→", bottom: "↓", left: "←" };

/** The four sides of a padding or a margin of the selected elements. */
export function SideFields({ design, property }: { design: Design; property: PropertyDescription }) {
  const { name } = property;
  const styles = design.styles.value;
  const variables = Object.keys(design.variables.value);
  // Read now: a click selects other elements before the focus leaves a field.
  const elements = design.selection.value;

  function commit(side: Side, entered: string) {
    const value = entered.trim() === "" ? "0" : toCss(entered, property, variables);
    const operations = elements.map((each) =>
      design.declare(each.path, sideValues(styles, each, name, side, value)),
    );
    return design.tryRun(combine(operations));
  }

  /** The length that all elements have; undefined if they differ. */
  function shownLength(side: Side): string | undefined {
    const texts = elements.map((each) => inPixels(styles, styles.text(each, `${name}-${side}`) ?? ""));
    return new Set(texts).size > 1 ? undefined : toShown(texts[0] ?? "", variables, property);
  }

  return (
    <div class="side-fields" role="group" aria-label={`${labelOf(name)} by side`}>
      {sides.map((side) => {
        const length = shownLength(side);
        return (
          <SourceField
            key={side}
            label={arrows[side]}
            name={sentence(side)}
            value={length ?? ""}
            placeholder={length === undefined ? mixed : "0"}
            title={labelOf(`${name}-${side}`)}
            commit={(entered) => commit(side, entered)}
            step={(text, by) => stepNumbers(toCss(text || "0", property, variables), by)}
          />
        );
      })}
    </div>
  );
}
