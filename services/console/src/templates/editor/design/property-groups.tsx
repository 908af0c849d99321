import { declarationsOf, textOf, valueOf, type SourceElement } from "@placard/template-edit";
import { propertyTable, type PropertyDescription } from "@placard/templates/vocabulary";
import { useSignal } from "@preact/signals";
import { wordsOf } from "./colors.ts";
import type { Design } from "./design.ts";
import { PropertyField } from "./property-field.tsx";
import { labelOf } from "./property-texts.ts";

type PropertyGroup = readonly [group: PropertyDescription["group"], title: string, common: string];

/** The groups of the property table with the properties that are shown even if nothing sets them. */
const groups: readonly PropertyGroup[] = [
  ["box", "Size and spacing", "display width height align-self padding margin"],
  ["flex", "Alignment", "justify-content align-items gap"],
  ["grid", "Grid", "grid-template-columns grid-template-rows"],
  ["position", "Position", "position inset z-index"],
  ["text", "Text", "color font-family font-size font-weight line-height text-align line-clamp text-wrap"],
  ["background", "Background", "background-color background-image"],
  ["border", "Border", "border border-radius"],
  ["effects", "Effects", "opacity box-shadow rotate"],
  ["image", "Image", "object-fit object-position"],
  ["generated", "Quotes and counters", "content"],
];

/** Old names of properties, names by the writing direction, and those that only set others. */
const otherNames =
  /^(?:-webkit-|grid-(?:\w+-)?gap|word-wrap|place-|flex-flow|text-wrap-style)|inline|block|-(?:start|end)(?:-|$)/;

/** How wide an element is in a column follows from its alignment, too. */
const groupOf = ({ name, group }: PropertyDescription) => (name === "align-self" ? "box" : group);

/** The CSS of an element by groups: the one that matters most first, and those without effect below "More". */
export function PropertyGroups({ design, element }: { design: Design; element: SourceElement }) {
  const template = design.template.value;
  const size = design.size.value;
  const isText = Boolean(textOf(template, element));
  const main = element.tag === "img" ? "image" : isText ? "text" : "box";
  const sorted = groups.toSorted(([a], [b]) => Number(b === main) - Number(a === main));
  const display = valueOf(template, element, "display", size)?.value ?? "";
  const written = new Set(declarationsOf(template, element, size).map(({ name }) => name));
  const isRare = ([group]: PropertyGroup) =>
    !propertyTable.some((each) => groupOf(each) === group && written.has(each.name)) &&
    (group === "generated" ||
      (group === "flex" && !/flex|grid/.test(display)) ||
      (group === "grid" && !display.includes("grid")) ||
      (group === "image" && element.tag !== "img" && element.tag !== "svg"));
  const renderGroup = ([group, title, common]: PropertyGroup) => (
    <Group
      key={`${element.path} ${group}`}
      {...{ design, element, group, title }}
      common={common.split(" ")}
      isMain={group === main}
    />
  );
  return (
    <>
      {sorted.filter((each) => !isRare(each)).map(renderGroup)}
      <details>
        <summary>More</summary>
        {sorted.filter(isRare).map(renderGroup)}
      </details>
    </>
  );
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
  // The layout, a property of the first group, sets the direction.
  const properties = propertyTable.filter(
    (each) => groupOf(each) === group && each.name !== "flex-direction",
  );
  const setters = new Map(
    properties.map(({ name }) => [name, valueOf(template.value, element, name, size.value)]),
  );
  function inheritedValue(name: string, from: SourceElement | undefined): string | undefined {
    const setter = from && valueOf(template.value, from, name, size.value);
    if (setter?.name === name) return setter.value;
    return setter ? undefined : from && inheritedValue(name, from.parent);
  }
  const isSet = ({ name }: PropertyDescription) => setters.get(name)?.name === name;
  /** A background that is only a color or only an image is shown as that. */
  const isOnePart = ({ name }: PropertyDescription) =>
    name === "background" && wordsOf(setters.get(name)?.value ?? "").length === 1;
  const shown = properties.filter(
    (each) =>
      (isSet(each) && !isOnePart(each)) || common.includes(each.name) || added.value.includes(each.name),
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
          .filter((each) => !shown.includes(each) && !otherNames.test(each.name))
          .map(({ name }) => (
            <option value={name} title={name}>
              {labelOf(name)}
            </option>
          ))}
      </select>
    </details>
  );
}
