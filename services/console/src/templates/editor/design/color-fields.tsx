import { declarationOf, type SourceElement } from "@placard/template-edit";
import { brandColors } from "./colors.ts";
import type { Design } from "./design.ts";
import { PropertyField } from "./property-field.tsx";

/** The template's own colors in place of the brand's, for all elements that use them. */
export function ColorFields({ design, root }: { design: Design; root: SourceElement }) {
  const setters = brandColors.map((name) =>
    declarationOf(design.template.value, root, name, design.card.value),
  );
  const count = setters.filter((setter) => setter !== undefined).length;
  const hasUnusedAccent = setters[0] !== undefined && !/var\(--accent[,)]/.test(design.template.value.html);
  return (
    <details open={count > 0}>
      <summary>Colors instead of the brand's {count > 0 && <span class="badge">{count}</span>}</summary>
      {brandColors.map((name, index) => (
        <PropertyField
          key={name}
          design={design}
          property={{ name, syntax: "<color>", example: "#5b34c4" }}
          setter={setters[index]}
          inherited={design.variables.value[name]}
        />
      ))}
      {hasUnusedAccent && (
        <p class="hint">Nothing on the card has this accent. Choose it as the color of a text or a shape.</p>
      )}
    </details>
  );
}
