import { useEffect } from "preact/hooks";
import { undoByKey } from "./actions.ts";
import type { Design } from "./design.ts";

/** Undoes and redoes by keys anywhere on the page, but not in dialogs and in fields of others, which undo what one types. */
export function useUndoKeys(design: Design): void {
  useEffect(() => {
    const undo = (event: KeyboardEvent) => {
      const target = event.target as Element;
      const isField = target.matches(
        "input:not([type='radio'], [type='checkbox']), textarea, [contenteditable]",
      );
      const isElsewhere = target.matches("[type='search'], dialog *") || !target.closest(".design-panel");
      // A text field of the panel with text that is not written yet undoes that.
      if (!event.defaultPrevented && !(isField && isElsewhere)) undoByKey(design, event);
    };
    document.addEventListener("keydown", undo);
    return () => document.removeEventListener("keydown", undo);
  }, []);
}
