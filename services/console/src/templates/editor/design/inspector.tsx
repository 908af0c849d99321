import { rulesOf, setAttribute, textOf, type SourceElement } from "@placard/template-edit";
import { Choice } from "../../../components/choice.tsx";
import type { Design, Scope } from "./design.ts";
import { conditionsOf, fieldOf, nameOf } from "./names.ts";
import { PropertyGroups } from "./property-groups.tsx";
import { SourceField } from "./source-field.tsx";

/** The root element has only the first one. */
const attributes = [
  ["data-name", "Name of the layer", "By its content"],
  ["if", "Show if", "Always"],
  ["each", "Repeat for each", "Once"],
] as const;

/** The text, attributes and CSS of the selected element. Several elements have only their CSS. */
export function Inspector({ design }: { design: Design }) {
  const element = design.selected.value;
  if (!element) return <p class="hint inspector">Select an element in the preview or in the layers.</p>;
  const count = design.selection.value.length;
  const name = nameOf(design.template.value, element);
  return (
    <section class="inspector" aria-label="Inspector">
      {count > 1 ? (
        <>
          <h2>{count} elements selected</h2>
          <p class="hint">Changes apply to all. The values are those of “{name}”.</p>
        </>
      ) : (
        <h2>{name}</h2>
      )}
      {isConditional(element) && !design.isOnCard(element.path) && (
        <p class="hint">Not on the card with this data</p>
      )}
      {count === 1 && <Content design={design} element={element} />}
      <Target design={design} element={element} />
      <PropertyGroups design={design} element={element} />
    </section>
  );
}

/** Whether an element is on the card only with some data. */
function isConditional(element: SourceElement | undefined): boolean {
  if (!element) return false;
  return conditionsOf(element).length > 0 || isConditional(element.parent);
}

/** The field and the text that an element shows, and its attributes. */
function Content({ design, element }: { design: Design; element: SourceElement }) {
  const { path } = element;
  const fields = design.fields.value;
  const field = fieldOf(element);
  const text = textOf(design.template.value, element);
  const shownText = design.textAt(path)?.value ?? "";
  const attribute = (key: string) => element.node.attrs.find(({ name }) => name === key)?.value ?? "";
  const names = [...fields.keys()];
  const lists = names.filter((name) => fields.get(name)?.kind === "list");
  const choices: Partial<Record<string, string[]>> = {
    if: names,
    each: lists.map((list) => `item of ${list}`),
  };
  return (
    <>
      {field !== undefined && fields.has(field) && (
        <button type="button" class="secondary small" onClick={() => (design.shownField.value = field)}>
          Open the field “{field}”
        </button>
      )}
      {text !== undefined && (
        <SourceField
          key={`${path} text`}
          label={shownText === text ? "Text" : "Text of the field"}
          value={shownText}
          commit={(value) => design.textAt(path)?.write(value)}
        />
      )}
      {(path === "" ? attributes.slice(0, 1) : attributes).map(([name, label, placeholder]) => (
        <SourceField
          key={`${path} ${name}`}
          label={label}
          value={attribute(name)}
          placeholder={placeholder}
          options={choices[name]}
          commit={(value) => design.run(setAttribute(path, name, value === "" ? undefined : value))}
        />
      ))}
    </>
  );
}

/** Which elements and sizes edits of CSS apply to. */
function Target({ design, element }: { design: Design; element: SourceElement }) {
  const { scope, onlySize } = design;
  const { width, height } = design.size.value;
  const { ruleUses } = design.template.value;
  const usesOf = ({ rule }: ReturnType<typeof rulesOf>[number]) => ruleUses.get(rule) ?? 0;
  /** The last rule that also matches other elements. */
  const shared = rulesOf(design.template.value, element, design.size.value).findLast(
    (each) => usesOf(each) > 1,
  );
  return (
    <fieldset>
      <legend>Changes apply to</legend>
      {shared && (
        <Choice<Scope>
          name="design-scope"
          options={[
            ["element", design.selection.value.length > 1 ? "Only these" : "Only this"],
            ["rule", `All ${usesOf(shared)} like it (${shared.selector})`],
          ]}
          selected={scope.value}
          onSelect={(next) => (scope.value = next)}
        />
      )}
      <label class={onlySize.value ? "checkbox only-size" : "checkbox"}>
        <input
          type="checkbox"
          checked={onlySize.value}
          onChange={({ currentTarget }) => (onlySize.value = currentTarget.checked)}
        />
        <span>
          Only at {width} × {height}
        </span>
      </label>
      {onlySize.value && (
        <p class="hint">Other sizes keep their look. This ends when you select another element.</p>
      )}
    </fieldset>
  );
}
