import type { ImageWarning } from "@placard/client";
import { focusTitle } from "../../../components/focus.ts";
import { sourcePathOf } from "../source-path.ts";
import type { Design } from "./design.ts";

const colorNames: Readonly<Record<string, string>> = {
  "var(--ink)": "the color of headlines",
  "var(--on-accent)": "the color on the accent",
  "#ffffff": "white",
  "#000000": "black",
};

/** Gives a text the color that makes it readable. */
export function FixButton({
  design,
  fix: { element, color },
}: {
  design: Design;
  fix: NonNullable<ImageWarning["fix"]>;
}) {
  function apply() {
    const path = sourcePathOf(element);
    design.refusal.value = design.run(design.declare(path, { color }), path);
    focusTitle(); // the warning disappears, and the button with it
  }
  return (
    <button type="button" class="secondary small" onClick={apply}>
      Use {colorNames[color] ?? color}
    </button>
  );
}
