import { rulesOf } from "@placard/template-edit";
import { SmallButton } from "../../../components/small-button.tsx";
import type { Design } from "./design.ts";
import { selectorOf } from "./names.ts";

/** The rules that style the selected element. Each leads to its place. */
export function RuleList({ design, goTo }: { design: Design; goTo: (offset: number) => void }) {
  const element = design.selected.value;
  if (!element) return null;
  const rules = rulesOf(design.template.value, element, design.card.value);
  return (
    <div class="buttons rule-list" role="group" aria-label="Rules of the element">
      <code>{selectorOf(element)}</code>
      {rules.length === 0 && <span class="hint">No rule styles this element.</span>}
      {rules.map(({ rule, selector }) => (
        <SmallButton
          label={[...rule.conditionTexts, selector].join(" ")}
          run={() => goTo(rule.block.start)}
        />
      ))}
    </div>
  );
}
