import {
  combine,
  setDeclarations,
  declarationOf,
  type CardSize,
  type SourceElement,
  type StyleDeclaration,
} from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import type { Design } from "./design.ts";
import { readStyles } from "./style-reader.ts";
import { labelOf } from "./property-texts.ts";

/** The other sizes at which rules set another value, and a button that sets this one there. */
export function OtherSizes({
  design,
  element,
  setter,
}: {
  design: Design;
  element: SourceElement;
  setter: StyleDeclaration;
}) {
  const { name, value } = setter;
  const template = design.template.value;
  const others = previewSizes.flatMap((size) => {
    const other = declarationOf(template, element, name, design.cardAt(size));
    return other && other.value !== value ? [{ size, offset: other.offset }] : [];
  });
  if (others.length === 0) return null;
  const set = () => {
    const oncePerRule = new Map(others.map(({ size, offset }) => [offset, size]));
    const operations = [...oncePerRule.values()].map((size) =>
      setDeclarations(element.path, { [name]: value }, { scope: "rule", size: design.cardAt(size) }),
    );
    design.run(combine(operations));
  };
  return (
    <span class="row other-sizes">
      Different at {namesOf(others.map(({ size }) => size))}
      <button type="button" class="plain" aria-label={`Use it there: ${labelOf(name)}`} onClick={set}>
        Use it there
      </button>
    </span>
  );
}

/** The other sizes at which a flex container is a column instead of a row, or the reverse. */
export function OtherDirection({ design, element }: { design: Design; element: SourceElement }) {
  const directionAt = (size: CardSize) =>
    readStyles(design.template.value, design.cardAt(size)).direction(element);
  const direction = design.styles.value.direction(element);
  const others = previewSizes.filter((size) => directionAt(size) !== direction);
  if (others.length === 0) return null;
  return (
    <span class="row other-sizes">
      {direction === "column" ? "A row" : "A column"} at {namesOf(others)}
    </span>
  );
}

function namesOf(sizes: readonly { readonly name: string }[]): string {
  return sizes.map(({ name }) => name).join(" and ");
}
