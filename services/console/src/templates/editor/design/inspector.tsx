import {
  declarationsOf,
  rulesOf,
  setAttribute,
  textOf,
  valueOf,
  type SourceElement,
} from "@placard/template-edit";
import { propertyTable, type PropertyDescription } from "@placard/templates/vocabulary";
import { useSignal } from "@preact/signals";
import { Choice } from "../../../components/choice.tsx";
import type { Design, Scope } from "./design.ts";
import { fieldOf, nameOf } from "./names.ts";
import { PropertyField } from "./property-field.tsx";
import { labelOf } from "./property-texts.ts";
import { SourceField } from "./source-field.tsx";

type PropertyGroup = readonly [group: PropertyDescription["group"], title: string, common: string];

/** The groups of the property table with the properties that are shown even if nothing sets them. */
const groups: readonly PropertyGroup[] = [
  ["box", "Size and spacing", "display width height padding margin"],
  ["flex", "Row and column", "flex-direction justify-content align-items gap"],
  ["grid", "Grid", "grid-template-columns grid-template-rows"],
  ["position", "Position", "position inset z-index"],
  ["text", "Text", "color font-family font-size font-weight line-height text-align line-clamp"],
  ["background", "Background", "background-color background-image"],
  ["border", "Border", "border border-radius"],
  ["effects", "Effects", "opacity box-shadow transform"],
  ["image", "Image", "object-fit object-position"],
  ["generated", "Quotes and counters", "content"],
];

/** The root element has only the first one. */
const attributes = [
  ["data-name", "Name of the layer", "By its content"],
  ["if", "Show if", "Always"],
  ["each", "Repeat for each", "Once"],
] as const;

/** The text, attributes and CSS of the selected element. */
export function Inspector({ design }: { design: Design }) {
  const { selected, selection, scope, template } = design;
  const element = selected.value;
  if (!element) return <p class="hint inspector">Select an element in the preview or in the layers.</p>;
  const { path } = element;
  const count = selection.value.length;
  const name = nameOf(template.value, element);
  const field = fieldOf(element);
  const text = textOf(template.value, element);
  const shownText = design.textAt(path)?.value ?? "";
  const { ruleUses } = template.value;
  /** The rule that other elements have, too. */
  const shared = rulesOf(template.value, element, design.size.value).findLast(
    ({ rule }) => (ruleUses.get(rule) ?? 0) > 1,
  );
  const attribute = (key: string) => element.node.attrs.find((each) => each.name === key)?.value ?? "";
  /** The group that matters most for the element. */
  const main = element.tag === "img" ? "image" : text === undefined || text === "" ? "box" : "text";
  const names = [...design.fields.value.keys()];
  const lists = names.filter((each) => design.fields.value.get(each)?.kind === "list");
  const choices: Partial<Record<string, string[]>> = {
    if: names,
    each: lists.map((list) => `item of ${list}`),
  };
  const sorted = groups.toSorted(([a], [b]) => Number(b === main) - Number(a === main));
  const display = valueOf(template.value, element, "display", design.size.value)?.value ?? "";
  const written = new Set(
    declarationsOf(template.value, element, design.size.value).map((each) => each.name),
  );
  const isRare = ([group]: PropertyGroup) =>
    !propertyTable.some((each) => each.group === group && written.has(each.name)) &&
    (group === "generated" ||
      (group === "flex" && !/flex|grid/.test(display)) ||
      (group === "grid" && !display.includes("grid")) ||
      (group === "image" && element.tag !== "img" && element.tag !== "svg"));
  const [common, rare] = [sorted.filter((each) => !isRare(each)), sorted.filter(isRare)];
  const renderGroup = ([group, title, usual]: PropertyGroup) => (
    <Group
      key={`${path} ${group}`}
      {...{ design, element, group, title }}
      common={usual.split(" ")}
      isMain={group === main}
    />
  );
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
      {isConditional(element) && !design.isOnCard(path) && <p class="hint">Not on the card with this data</p>}
      {count === 1 && field !== undefined && design.fields.value.has(field) && (
        <button type="button" class="secondary small" onClick={() => (design.shownField.value = field)}>
          Open the field “{field}”
        </button>
      )}
      {count === 1 && text !== undefined && (
        <SourceField
          key={`${path} text`}
          label={shownText === text ? "Text" : "Text of the field"}
          value={shownText}
          commit={(value) => design.textAt(path)?.write(value)}
        />
      )}
      {count === 1 &&
        (path === "" ? attributes.slice(0, 1) : attributes).map(([attributeName, label, placeholder]) => (
          <SourceField
            key={`${path} ${attributeName}`}
            label={label}
            value={attribute(attributeName)}
            placeholder={placeholder}
            options={choices[attributeName]}
            commit={(value) =>
              design.run(setAttribute(path, attributeName, value === "" ? undefined : value))
            }
          />
        ))}
      <fieldset>
        <legend>Changes apply to</legend>
        {shared && (
          <Choice<Scope>
            name="design-scope"
            options={[
              ["element", count > 1 ? "Only these" : "Only this"],
              ["rule", `All ${ruleUses.get(shared.rule)} like it (${shared.selector})`],
            ]}
            selected={scope.value}
            onSelect={(next) => (scope.value = next)}
          />
        )}
        <label class={design.onlySize.value ? "checkbox only-size" : "checkbox"}>
          <input
            type="checkbox"
            checked={design.onlySize.value}
            onChange={({ currentTarget }) => (design.onlySize.value = currentTarget.checked)}
          />
          <span>
            Only at {design.size.value.width} × {design.size.value.height}
          </span>
        </label>
        {design.onlySize.value && (
          <p class="hint">Other sizes keep their look. Ends when you select another element.</p>
        )}
      </fieldset>
      {common.map(renderGroup)}
      <details>
        <summary>More</summary>
        {rare.map(renderGroup)}
      </details>
    </section>
  );
}

/** Whether an element is on the card only with some data. */
function isConditional(element: SourceElement | undefined): boolean {
  if (!element) return false;
  const { node, parent } = element;
  return node.attrs.some(({ name }) => /^(?:if|unless|each)$/.test(name)) || isConditional(parent);
}

/** The properties of a group that are set or common. Others can be added. */
function Group({
  design,
  element,
  group,
  title,
  common,
  isMain,
}: {
  design: Design;
  element: SourceElement;
  group: string;
  title: string;
  common: readonly string[];
  isMain: boolean;
}) {
  const { template, size } = design;
  const added = useSignal<readonly string[]>([]);
  const properties = propertyTable.filter((each) => each.group === group);
  const setters = new Map(
    properties.map(({ name }) => [name, valueOf(template.value, element, name, size.value)]),
  );
  function inheritedValue(name: string, from: SourceElement | undefined): string | undefined {
    const setter = from && valueOf(template.value, from, name, size.value);
    if (setter?.name === name) return setter.value;
    return setter ? undefined : from && inheritedValue(name, from.parent);
  }
  const isSet = ({ name }: PropertyDescription) => setters.get(name)?.name === name;
  const shown = properties.filter(
    (each) => isSet(each) || common.includes(each.name) || added.value.includes(each.name),
  );
  const count = properties.filter(isSet).length;
  return (
    <details open={isMain || count > 0}>
      <summary>
        {title} {count > 0 && <span class="badge">{count}</span>}
      </summary>
      {shown.map((property) => (
        <PropertyField
          key={property.name}
          design={design}
          property={property}
          setter={setters.get(property.name)}
          inherited={property.isInherited ? inheritedValue(property.name, element.parent) : undefined}
        />
      ))}
      <select
        aria-label={`More properties: ${title}`}
        value=""
        onChange={({ currentTarget }) => {
          added.value = [...added.value, currentTarget.value];
          currentTarget.value = "";
        }}
      >
        <option value="">More…</option>
        {properties
          // Old names of other properties, mostly.
          .filter((each) => !shown.includes(each) && !each.name.startsWith("-webkit-"))
          .map(({ name }) => (
            <option value={name} title={name}>
              {labelOf(name)}
            </option>
          ))}
      </select>
    </details>
  );
}
