import { combine, removeDeclaration, type StyleDeclaration } from "@placard/template-edit";
import type { PropertyDescription } from "@placard/templates/vocabulary";
import type { Design } from "./design.ts";
import { explain, labelOf, optionsOf, toCss, toShown } from "./property-texts.ts";
import { SourceField } from "./source-field.tsx";

/** The value of a CSS property of the last selected element, and where it comes from. It is set for all. */
export function PropertyField({
  design,
  property,
  setter,
}: {
  design: Design;
  property: PropertyDescription;
  setter: StyleDeclaration | undefined;
}) {
  const { name, syntax, initial } = property;
  const value = setter?.name === name ? setter.value : "";
  const isColor = /<color>/.test(syntax);
  const label = labelOf(name);
  // Read now: a click selects other elements before the focus leaves the field.
  const paths = design.selection.value.map(({ path }) => path);

  function commit(next: string): string | undefined {
    const operations = paths.map((path) =>
      next.trim() === ""
        ? removeDeclaration(path, name, design.target())
        : design.declare(path, { [name]: toCss(next, property) }),
    );
    const reason = design.run(combine(operations));
    return reason && explain(reason, property);
  }

  return (
    <div class={isColor ? "property-field color-field" : "property-field"}>
      <SourceField
        label={label}
        value={toShown(value)}
        commit={commit}
        placeholder={property.isInherited ? `${initial}, or inherited` : initial}
        title={`${name}: ${syntax}`}
        options={optionsOf(property)}
        step={stepNumber}
        hint={describeOrigin(name, setter)}
      />
      {isColor && (
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={/^#[\da-f]{6}$/i.test(value) ? value : "#888888"}
          onChange={({ currentTarget }) => commit(currentTarget.value)}
        />
      )}
    </div>
  );
}

/** Where a value is set. */
function describeOrigin(name: string, setter: StyleDeclaration | undefined) {
  if (!setter) return undefined;
  const { origin, value } = setter;
  const place =
    origin.kind === "attribute"
      ? "the style attribute"
      : [...origin.rule.conditionTexts, origin.selector].join(" ");
  const shorthand = setter.name === name ? "" : `${setter.name}: ${value}, `;
  return (
    <>
      {shorthand}from <code>{place}</code>
    </>
  );
}

/** `12px` and 1 as `13px`. Undefined if the value is not one number. */
export function stepNumber(value: string, by: number): string | undefined {
  const [, number, unit] = /^\s*(-?\d*\.?\d+)([a-z%]*)\s*$/i.exec(value) ?? [];
  return number === undefined ? undefined : `${Math.round((Number(number) + by) * 1000) / 1000}${unit}`;
}
