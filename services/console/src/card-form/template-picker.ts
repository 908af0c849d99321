import type { TemplateListing } from "@placard/client";
import { createElement, createMessage } from "../elements.ts";

/** What the form needs to know about a template. */
export type FormTemplate = Pick<TemplateListing, "id" | "name" | "description" | "schema" | "source">;

/** The groups of templates, in their order. */
const groups = [
  ["account", "Your templates"],
  ["operator", "Templates of this server"],
  ["builtin", "Built-in templates"],
] as const;

/** Creates the choice of a template. Groups have a label if there are several. @param id unique on the page */
export function createTemplatePicker(id: string, onSelect: (template: FormTemplate) => void) {
  const choices = createElement("div", { className: "template-choices" });
  const description = createElement("p", { className: "hint" });
  const element = createElement(
    "fieldset",
    { className: "template-picker" },
    createElement("legend", {}, "Template"),
    choices,
    description,
  );

  function select(template: FormTemplate) {
    description.replaceChildren(createMessage(template.description.replace(/([^.])$/, "$1.")));
    onSelect(template);
  }

  function createChoice(template: FormTemplate, isSelected: boolean) {
    const input = createElement("input", { type: "radio", name: `${id}-template`, checked: isSelected });
    input.addEventListener("change", () => select(template));
    return createElement("label", {}, input, createElement("span", {}, template.name));
  }

  return {
    element,
    /** Shows the choices, and selects one of them. */
    show(templates: readonly FormTemplate[], selectedId: string | undefined) {
      const selected = templates.find((each) => each.id === selectedId) ?? templates[0];
      const used = groups.filter(([source]) => templates.some((each) => each.source === source));
      choices.replaceChildren(
        ...used.flatMap(([source, label]) => {
          const chips = templates
            .filter((each) => each.source === source)
            .map((each) => createChoice(each, each === selected));
          const group = createElement("div", { className: "chips" }, ...chips);
          if (used.length === 1) return [group];
          return [createElement("p", { className: "hint group-label" }, label), group];
        }),
      );
      if (selected) select(selected);
    },
  };
}
