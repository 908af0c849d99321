import { removeDeclaration, type SourceElement, type StyleDeclaration } from "@placard/template-edit";
import { variableNames, type PropertyDescription } from "@placard/templates/vocabulary";
import type { Design } from "./design.ts";
import { SourceField } from "./source-field.tsx";

/** The value of a CSS property of an element, and where it comes from. */
export function PropertyField({
  design,
  element: { path },
  property,
  setter,
}: {
  design: Design;
  element: SourceElement;
  property: PropertyDescription;
  setter: StyleDeclaration | undefined;
}) {
  const { name, syntax, initial } = property;
  const value = setter?.name === name ? setter.value : "";
  const isColor = /<color>/.test(syntax);

  function commit(next: string): string | undefined {
    const operation =
      next.trim() === ""
        ? removeDeclaration(path, name, design.target())
        : design.declare(path, { [name]: next });
    return design.run(operation);
  }

  return (
    <div class={isColor ? "property-field color-field" : "property-field"}>
      <SourceField
        label={name}
        value={value}
        commit={commit}
        placeholder={property.isInherited ? `${initial}, or inherited` : initial}
        title={`${name}: ${syntax}`}
        options={optionsOf(property, isColor)}
        step={stepNumber}
        hint={describeOrigin(name, setter)}
      />
      {isColor && (
        <input
          type="color"
          aria-label={`Pick: ${name}`}
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

/** The brand's variables first for colors; the keywords of the syntax, and the example. */
function optionsOf({ syntax, example, name }: PropertyDescription, isColor: boolean): string[] {
  const isFont = name.startsWith("font");
  const variables = variableNames.filter((each) => (each.startsWith("--font") ? isFont : isColor));
  const keywords = syntax.replaceAll(/<[^>]*>|'[^']*'/g, " ").match(/[a-z][a-z-]+\b(?!\()/g) ?? [];
  return [...new Set([...variables.map((each) => `var(${each})`), ...keywords, example])];
}

/** `12px` and 1 as `13px`. Undefined if the value is not one number. */
export function stepNumber(value: string, by: number): string | undefined {
  const [, number, unit] = /^\s*(-?\d*\.?\d+)([a-z%]*)\s*$/i.exec(value) ?? [];
  return number === undefined ? undefined : `${Math.round((Number(number) + by) * 1000) / 1000}${unit}`;
}
