import { combine, setDeclarations, valueOf, type StyleDeclaration } from "@placard/template-edit";
import { previewSizes } from "@placard/templates/samples";
import type { Design } from "./design.ts";
import { labelOf } from "./property-texts.ts";

/** The other sizes at which rules set another value, and a button that sets this one there. */
export function OtherSizes({ design, setter }: { design: Design; setter: StyleDeclaration }) {
  const { name, value } = setter;
  const template = design.template.value;
  const element = design.selected.value;
  if (!element) return null;
  const others = previewSizes.flatMap((size) => {
    const other = valueOf(template, element, name, size);
    return other && other.value !== value ? [{ size, offset: other.offset }] : [];
  });
  if (others.length === 0) return null;
  const set = () => {
    const oncePerRule = new Map(others.map(({ size, offset }) => [offset, size]));
    const operations = [...oncePerRule.values()].map((size) =>
      setDeclarations(element.path, { [name]: value }, { scope: "rule", size }),
    );
    design.refusal.value = design.run(combine(operations));
  };
  return (
    <span class="other-sizes">
      Different at {others.map(({ size }) => size.name).join(" and ")}
      <button
        type="button"
        class="secondary small"
        aria-label={`Use it there: ${labelOf(name)}`}
        onClick={set}
      >
        Use it there
      </button>
    </span>
  );
}
