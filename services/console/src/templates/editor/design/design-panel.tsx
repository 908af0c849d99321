import { useEffect } from "preact/hooks";
import { Fold, phonePanel } from "../../../components/page.tsx";
import { act, elementActions, undoByKey } from "./actions.ts";
import { IconMenu } from "./icon-menu.tsx";
import { InsertMenu } from "./insert-menu.tsx";
import { Inspector } from "./inspector.tsx";
import { Layers } from "./layers.tsx";
import { Menu, MenuItem } from "./menu.tsx";
import { Refusal } from "./refusal.tsx";
import type { Design } from "./design.ts";

export { CanvasOverlay } from "./canvas/canvas-overlay.tsx";
export { FixButton } from "./fix-button.tsx";
export { FieldsPanel } from "./fields-panel.tsx";
export { createDesign } from "./design.ts";
export { RuleList } from "./rule-list.tsx";
export { SampleForm } from "./sample-form.tsx";

/** Layers and inspector: edits of template.html by its elements. */
export function DesignPanel({ design, goTo }: { design: Design; goTo: (offset: number) => void }) {
  const { selected, refusal } = design;
  const steps = [
    ["Undo", "↶", design.editor.canUndo, design.undo],
    ["Redo", "↷", design.editor.canRedo, design.redo],
  ] as const;
  useEffect(() => {
    // Anywhere on the page, but not in dialogs and in fields of others, which undo what one types.
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
  const element = selected.value;
  const offset = element?.place?.startOffset;
  return (
    <div class="design-panel">
      <div class="buttons design-actions" role="group" aria-label="Edit the element">
        <InsertMenu design={design} />
        <IconMenu design={design} />
        {(["Wrap", "Arrange"] as const).map((menu) => (
          <Menu key={menu} label={menu}>
            {elementActions
              .filter((action) => action.menu === menu)
              .map((action) => (
                <MenuItem
                  key={action.label}
                  label={action.label}
                  keys={action.keys}
                  isDisabled={!element}
                  run={() => act(design, action)}
                />
              ))}
          </Menu>
        ))}
        <button
          type="button"
          class="secondary small"
          disabled={offset === undefined}
          onClick={() => goTo(offset!)}
        >
          Show in code
        </button>
        {steps.map(([label, sign, isPossible, run]) => (
          <button
            key={label}
            type="button"
            class="secondary small"
            aria-label={label}
            title={label}
            disabled={!isPossible.value}
            onClick={run}
          >
            {sign}
          </button>
        ))}
      </div>
      <Refusal text={refusal.value} />
      <div class="grid design-columns">
        <Fold title="Layers" class="narrow-fold" name={phonePanel()}>
          <Layers design={design} />
        </Fold>
        <Inspector design={design} />
      </div>
    </div>
  );
}
