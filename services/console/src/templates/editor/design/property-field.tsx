import {
  combine,
  findElement,
  removeDeclaration,
  valueOf,
  type StyleDeclaration,
} from "@placard/template-edit";
import type { PropertyDescription } from "@placard/templates/vocabulary";
import { useId } from "preact/hooks";
import { Choice } from "../../../components/choice.tsx";
import { colorIn, distinctColors, resolveVariables, toHex, withColor } from "./colors.ts";
import type { Design } from "./design.ts";
import { picturesOf, pictureValue } from "./pictures.ts";
import { explain, labelOf, optionsOf, toCss, toShown } from "./property-texts.ts";
import { SourceField } from "./source-field.tsx";

/** The value of a CSS property of the last selected element, and where it comes from. It is set for all. */
export function PropertyField({
  design,
  property,
  setter,
  inherited,
}: {
  design: Design;
  property: PropertyDescription;
  setter: StyleDeclaration | undefined;
  /** The value that an element around it sets, if the property is inherited. */
  inherited: string | undefined;
}) {
  const { name, syntax, initial, example } = property;
  const { template, selected, size } = design;
  const id = useId();
  const variables = design.variables.value;
  const names = Object.keys(variables);
  const value = setter?.name === name ? setter.value : "";
  const isColor = /<color>/.test(syntax);
  const label = labelOf(name);
  const ownFonts = template.value.checked?.fontFaces.map(({ family }) => family);
  // Read now: a click selects other elements before the focus leaves the field.
  const paths = design.selection.value.map(({ path }) => path);

  function commit(next: string): string | undefined {
    const operations = paths.map((path) =>
      next.trim() === ""
        ? removeDeclaration(path, name, design.target())
        : design.declare(path, declarationsFor(design, path, name, toCss(next, property, names))),
    );
    const reason = design.run(combine(operations));
    return reason && explain(reason, property);
  }

  const direction = selected.value && valueOf(template.value, selected.value, "flex-direction", size.value);
  const pictures = picturesOf(name, direction?.value.includes("column") ?? false);

  const color = colorIn(setter?.value ?? "", variables);
  const setColor = (next: string) => {
    const isAlone = syntax === "<color>" && !value.includes(" ");
    design.refusal.value = commit(withColor(isAlone ? "" : value || example, next, variables));
  };

  return (
    <div class={isColor ? "property-field color-field" : "property-field"}>
      <SourceField
        label={label}
        value={toShown(value, names)}
        commit={commit}
        placeholder={inherited === undefined ? initial : `${toShown(inherited, names)}, inherited`}
        title={`${name}: ${syntax}`}
        options={optionsOf(property, ownFonts)}
        step={stepNumber}
        hint={describeOrigin(name, setter)}
      />
      {pictures.length > 0 && (
        <div class="pictures" role="radiogroup" aria-label={`Choose: ${label}`}>
          <Choice
            name={`${id}-picture`}
            options={pictures.map(({ value: each, label: text, path, isTurned = false }) => [
              each,
              text,
              <svg viewBox="0 0 24 24" aria-hidden="true" class={isTurned ? "turned" : ""}>
                <path d={path} />
              </svg>,
            ])}
            selected={pictureValue(name, setter?.value ?? inherited ?? initial ?? "")}
            onSelect={(next) => (design.refusal.value = commit(next))}
          />
        </div>
      )}
      {isColor && (
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={toHex(resolveVariables(color ?? colorIn(inherited ?? "", variables) ?? "", variables))}
          onChange={({ currentTarget }) => setColor(currentTarget.value)}
        />
      )}
      {isColor && (
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
              onClick={() => setColor(`var(${variable})`)}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** What sets a property of an element. A background color replaces the image or gradient that covers it. */
export function declarationsFor(
  { template, size }: Pick<Design, "template" | "size">,
  path: string,
  name: string,
  value: string,
): Record<string, string> {
  const element = name === "background-color" ? findElement(template.value, path) : undefined;
  const image = element && valueOf(template.value, element, "background-image", size.value);
  if (!image || image.value === "none") return { [name]: value };
  return image.name === "background" ? { background: value } : { "background-image": "none", [name]: value };
}

/** The rule or the shorthand that sets a value. */
function describeOrigin(name: string, setter: StyleDeclaration | undefined) {
  if (!setter) return undefined;
  const { origin, value } = setter;
  const shorthand = setter.name === name ? "" : `${labelOf(setter.name)}: ${toShown(value)}`;
  if (origin.kind === "attribute") return shorthand;
  return (
    <>
      {shorthand} from <code>{[...origin.rule.conditionTexts, origin.selector].join(" ")}</code>
    </>
  );
}

/** `12px` and 1 as `13px`. Undefined if the value is not one number. */
export function stepNumber(value: string, by: number): string | undefined {
  const [, number, unit] = /^\s*(-?\d*\.?\d+)([a-z%]*)\s*$/i.exec(value) ?? [];
  return number === undefined ? undefined : `${Math.round((Number(number) + by) * 1000) / 1000}${unit}`;
}
