import type { ImageWarning } from "@placard/client";
import { combine, listElements, setDeclarations } from "@placard/template-edit";
import { SmallButton } from "../../../components/small-button.tsx";
import { focusTitle } from "../../../components/focus.ts";
import { sourcePathOf } from "../element-paths.ts";
import type { Design } from "./design.ts";
import { bindingOf, fieldOf, nameOf } from "./names.ts";

const colorNames: Readonly<Record<string, string>> = {
  "var(--ink)": "the color of headlines",
  "var(--on-accent)": "the color on the accent",
  "#ffffff": "white",
  "#000000": "black",
};

type Fix = NonNullable<ImageWarning["fix"]>;

/** Gives one text, or several in one step, the color that makes it readable, at all sizes. */
export function FixButton({ design, fixes }: { design: Design; fixes: readonly Fix[] }) {
  const [{ element, color } = { element: "", color: "" }] = fixes;
  function apply() {
    const changes = fixes.map((fix) =>
      setDeclarations(sourcePathOf(fix.element), { color: fix.color }, design.target()),
    );
    design.run(combine(changes), sourcePathOf(element));
    focusTitle(); // the warning disappears, and the button with it
  }
  return (
    <SmallButton
      label={
        fixes.length > 1 ? `Make all ${fixes.length} texts readable` : `Use ${colorNames[color] ?? color}`
      }
      run={apply}
    />
  );
}

/** Selects the element or the list that shows a field, so that the panel has what its warning names. */
export function SelectButton({ design, field }: { design: Design; field: string }) {
  const template = design.template.value;
  const [name] = field.split("/");
  const shown = listElements(template.root).find((each) => fieldOf(each) === name);
  if (!shown) return null;
  const found = bindingOf(shown)?.repeated?.parent ?? shown;
  const run = () => {
    design.select(found.path);
    design.isInspectorNext.value = true;
  };
  return <SmallButton label={`Select “${nameOf(template, found)}”`} run={run} />;
}
