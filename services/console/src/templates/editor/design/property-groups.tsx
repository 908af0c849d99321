import {
  declarationsOf,
  textOf,
  declarationOf,
  type OpenTemplate,
  type SourceElement,
} from "@placard/template-edit";
import { propertyTable, type PropertyDescription } from "@placard/templates/vocabulary";
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { isNarrow, phonePanel } from "../../../components/page.tsx";
import { wordsOf } from "./colors.ts";
import type { Design } from "./design.ts";
import { FitFields } from "./fit-fields.tsx";
import { isGroup, isIcon } from "./names.ts";
import { PropertyField } from "./property-field.tsx";
import { labelOf } from "./property-texts.ts";
import { hasSides, isSide, SideFields } from "./side-fields.tsx";

interface PropertyGroup {
  readonly group: PropertyDescription["group"];
  readonly title: string;
  /** What is shown even if nothing sets it. */
  readonly common: string;
  /** What can be added. All others are written in the code, and shown if they are. */
  readonly more: string;
}

const groups: readonly PropertyGroup[] = [
  {
    group: "box",
    title: "Size and spacing",
    common: "display width height align-self padding margin",
    more: "flex min-width max-width min-height max-height aspect-ratio overflow",
  },
  {
    group: "flex",
    title: "Alignment",
    common: "justify-content align-items gap",
    more: "flex-wrap row-gap column-gap align-content",
  },
  {
    group: "grid",
    title: "Grid",
    common: "grid-template-columns grid-template-rows",
    more: "grid-column grid-row",
  },
  { group: "position", title: "Position", common: "position inset z-index", more: "top right bottom left" },
  {
    group: "text",
    title: "Text",
    common: "color font-family font-size font-weight line-height text-align line-clamp text-wrap",
    more: "font-style letter-spacing text-transform text-decoration text-shadow text-indent word-spacing white-space overflow-wrap hyphens",
  },
  {
    group: "background",
    title: "Background",
    common: "background-color background-image",
    more: "background-size background-position background-repeat",
  },
  {
    group: "border",
    title: "Border",
    common: "border border-radius",
    more: "border-top border-inline-end border-bottom border-inline-start outline",
  },
  {
    group: "effects",
    title: "Effects",
    common: "opacity box-shadow rotate",
    more: "filter backdrop-filter mix-blend-mode transform clip-path",
  },
  {
    group: "image",
    title: "Image",
    common: "color object-fit object-position",
    more: "fill stroke stroke-width",
  },
  { group: "generated", title: "Quotes and counters", common: "content", more: "quotes" },
];

/** The group that shows a property of an element. */
function groupOf({ name, group }: PropertyDescription, element: SourceElement): PropertyDescription["group"] {
  if (name === "color" && isIcon(element)) return "image";
  return /^(?:align-self|flex(?:-grow|-shrink|-basis)?)$/.test(name) ? "box" : group; // its size follows from it
}

/** The group of properties that matters most for an element. Others of the same kind have the same groups. */
export function mainGroupOf(template: OpenTemplate, element: SourceElement): PropertyDescription["group"] {
  if (element.tag === "img") return "image";
  return textOf(template, element) ? "text" : "box";
}

/** The CSS of an element by groups: what matters most first, and those without effect below "More". */
export function PropertyGroups({ design, element }: { design: Design; element: SourceElement }) {
  const template = design.template.value;
  const card = design.card.value;
  const main = mainGroupOf(template, element);
  const first = [main, "background"];
  const orderOf = ({ group }: PropertyGroup) => (first.includes(group) ? first.indexOf(group) : first.length);
  const sorted = groups.toSorted((a, b) => orderOf(a) - orderOf(b));
  const display = declarationOf(template, element, "display", card)?.value ?? "";
  const selected = design.selection.value;
  const declared = selected.flatMap((each) => declarationsOf(template, each, card));
  const written = new Set(declared.map(({ name }) => name));
  const isRare = ({ group }: PropertyGroup) =>
    !propertyTable.some((each) => groupOf(each, element) === group && written.has(each.name)) &&
    (group === "generated" ||
      (group === "flex" && !/flex|grid/.test(display) && !isGroup(element)) ||
      (group === "grid" && !display.includes("grid")) ||
      (group === "text" && element.tag === "img") ||
      (group === "image" && element.tag !== "img" && element.tag !== "svg"));
  const renderGroup = (group: PropertyGroup) => (
    <Group key={group.group} {...{ design, element }} {...group} isMain={group.group === main} />
  );
  return (
    <>
      {sorted.filter((each) => !isRare(each)).map(renderGroup)}
      <details>
        <summary>Rarely needed</summary>
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
  more,
  isMain,
}: PropertyGroup & {
  design: Design;
  element: SourceElement;
  isMain: boolean;
}) {
  const { template, card } = design;
  const added = useSignal<readonly string[]>([]);
  // The layout, a property of the first group, sets the direction.
  const properties = propertyTable.filter(
    (each) => groupOf(each, element) === group && each.name !== "flex-direction",
  );
  const elements = design.selection.value;
  const setterOf = (name: string, of: SourceElement) => declarationOf(template.value, of, name, card.value);
  function inheritedValue(name: string, from: SourceElement | undefined): string | undefined {
    const setter = from && setterOf(name, from);
    if (setter?.name === name) return setter.value;
    return setter ? undefined : from && inheritedValue(name, from.parent);
  }
  const inheritedBy = ({ name, isInherited }: PropertyDescription, { parent }: SourceElement) =>
    isInherited ? inheritedValue(name, parent) : undefined;
  /** Whether the selected elements have different values. */
  const isMixed = (property: PropertyDescription) =>
    new Set(elements.map((each) => setterOf(property.name, each)?.value ?? inheritedBy(property, each)))
      .size > 1;
  /** Whether it is written for one of the selected elements. A shorthand may set it instead. */
  const isSet = ({ name }: PropertyDescription) =>
    elements.some((each) => setterOf(name, each)?.name === name);
  /** A background that is only a color or only an image is shown as that. */
  const isOnePart = ({ name }: PropertyDescription) =>
    name === "background" && wordsOf(setterOf(name, element)?.value ?? "").length === 1;
  const ofLists = /^(?:ul|ol|li)$/.test(element.tag) ? ["list-style-type"] : [];
  const display = setterOf("display", element)?.value ?? "";
  const isContainer = isGroup(element) || /flex|grid/.test(display);
  /** The card has nothing around it, only shapes have lines, and only containers arrange something. */
  const matters = (name: string) =>
    !(/^(?:margin|width|height|align-self)$/.test(name) && element.path === "") &&
    !(name === "padding" && element.tag === "img") &&
    !(/^(?:fill|stroke)/.test(name) && element.tag !== "svg") &&
    !(/^(?:justify|align-(?:items|content)|.*gap|flex-wrap)/.test(name) && !isContainer);
  const always = [...common.split(" ").filter(matters), ...ofLists, ...added.value];
  const shown = properties.filter(
    (each) => (isSet(each) && !isOnePart(each) && !isSide(each.name)) || always.includes(each.name),
  );
  const count = properties.filter(isSet).length;
  const isOpen = isNarrow() ? isMain : (design.openGroups.get(group) ?? (isMain || count > 0));
  const fields = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const field = `[data-property="${added.value.at(-1)}"] :is(input, select)`;
    fields.current?.querySelector<HTMLElement>(field)?.focus();
  }, [added.value]);
  return (
    <details ref={fields} name={phonePanel()} open={isOpen}>
      <summary
        onClick={() => {
          design.openGroups.set(group, !fields.current?.open);
          requestAnimationFrame(() => fields.current?.scrollIntoView({ block: "nearest" }));
        }}
      >
        {title} {count > 0 && <span class="badge">{count} set</span>}
      </summary>
      <div class="properties" key={element.path}>
        {shown.map((property) => (
          <div key={property.name} data-property={property.name}>
            <PropertyField
              design={design}
              property={property}
              {...(isMixed(property)
                ? { setter: undefined, inherited: undefined, isMixed: true }
                : { setter: setterOf(property.name, element), inherited: inheritedBy(property, element) })}
            />
            {hasSides(property.name) && <SideFields design={design} property={property} />}
            {property.name === "font-size" && <FitFields design={design} property={property} />}
          </div>
        ))}
      </div>
      <select
        aria-label={`More properties: ${title}`}
        value=""
        onChange={({ currentTarget }) => {
          added.value = [...added.value, currentTarget.value];
          currentTarget.value = "";
        }}
      >
        <option value="">More…</option>
        {more
          .split(" ")
          .filter((name) => matters(name) && !shown.some((each) => each.name === name))
          .map((name) => (
            <option value={name} title={name}>
              {labelOf(name)}
            </option>
          ))}
      </select>
    </details>
  );
}
