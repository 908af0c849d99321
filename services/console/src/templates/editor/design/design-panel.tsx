import { Icon } from "../../../components/icon.tsx";
import { SmallButton } from "../../../components/small-button.tsx";
import { Fold, phonePanel } from "../../../components/page.tsx";
import { act, elementActions } from "./actions.ts";
import { CanvasOverlay } from "./canvas/canvas-overlay.tsx";
import { createDesign, type Design } from "./design.ts";
import { FieldsPanel } from "./fields-panel.tsx";
import { FixButton, SelectButton } from "./fix-button.tsx";
import { IconMenu } from "./icon-menu.tsx";
import { InsertMenu } from "./insert-menu.tsx";
import { Inspector } from "./inspector.tsx";
import { Layers } from "./layers.tsx";
import { focusCanvas, Menu, MenuItem } from "./menu.tsx";
import { Notice } from "./notice.tsx";
import { RuleList } from "./rule-list.tsx";
import { SampleForm } from "./sample-form.tsx";
import { useUndoKeys } from "./use-undo-keys.ts";

/** Layers and inspector: edits of template.html by its elements. */
function DesignPanel({ design, goTo }: { design: Design; goTo: (offset: number) => void }) {
  const { selected, notice } = design;
  const steps = [
    ["Undo", "undo", design.editor.canUndo, design.undo],
    ["Redo", "redo", design.editor.canRedo, design.redo],
  ] as const;
  useUndoKeys(design);
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
              .map((action, index) => (
                <MenuItem
                  key={index}
                  label={typeof action.label === "string" ? action.label : action.label(design)}
                  keys={action.keys}
                  isDisabled={!element}
                  run={() => act(design, action)}
                />
              ))}
          </Menu>
        ))}
        <SmallButton label="Show in code" isDisabled={offset === undefined} run={() => goTo(offset!)} />
        {steps.map(([label, icon, isPossible, run]) => (
          <SmallButton
            key={label}
            label={<Icon name={icon} />}
            name={label}
            title={label}
            isDisabled={!isPossible.value}
            run={run}
          />
        ))}
      </div>
      <Notice text={notice.value} />
      <div
        class="grid design-columns"
        onKeyDown={(event) => event.key === "Escape" && !event.defaultPrevented && focusCanvas()}
      >
        <Fold title="Layers" class="narrow-fold" name={phonePanel()}>
          <Layers design={design} />
        </Fold>
        <Inspector design={design} />
      </div>
    </div>
  );
}

/** What is loaded after the code editors. */
export const designTools = {
  createDesign,
  CanvasOverlay,
  DesignPanel,
  FieldsPanel,
  FixButton,
  RuleList,
  SampleForm,
  SelectButton,
};
