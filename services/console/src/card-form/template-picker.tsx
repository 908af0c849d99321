import { Choice } from "../components/choice.tsx";
import { MessageText } from "../components/page.tsx";
import type { CardForm } from "./card-form.ts";

const groups = [
  ["account", "Your templates"],
  ["operator", "Templates of this server"],
  ["builtin", "Built-in templates"],
] as const;

/** The choice of a template. Groups have a label if there are several. @param id unique on the page */
export function TemplatePicker({ id, form }: { id: string; form: CardForm }) {
  const { templates } = form.settings;
  const selected = form.selected.value;
  const used = groups.filter(([source]) => templates.some((each) => each.source === source));
  return (
    <fieldset class="template-picker">
      <legend>Template</legend>
      <div class="template-choices">
        {used.map(([source, label]) => (
          <>
            {used.length > 1 && <p class="hint">{label}</p>}
            <Choice
              look="chips"
              name={`${id}-template`}
              options={templates.filter((each) => each.source === source).map((each) => [each, each.name])}
              selected={selected}
              onSelect={(template) => void form.select(template)}
            />
          </>
        ))}
      </div>
      {selected && (
        <p class="hint">
          <MessageText text={selected.description.replace(/([^.])$/, "$1.")} />
        </p>
      )}
    </fieldset>
  );
}
