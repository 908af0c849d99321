import { onClick } from "./actions.ts";
import { createElement, getElement } from "./elements.ts";

/** A button of an entry. */
interface Action {
  label: string;
  accessibleName: string;
  run: () => Promise<void>;
  /** What to do first; the button is disabled meanwhile. */
  requirement?: string | undefined;
}

/** One entry of a list. */
export interface Item {
  title: string;
  badge?: string;
  facts: readonly (Node | string)[];
  actions: readonly Action[];
}

/**
 * Shows the items of a list, and hides an empty list.
 * @param id the id of the list
 */
export function showList(id: string, items: readonly Item[]) {
  getElement(id).replaceChildren(...items.map(createListItem));
  getElement(id).hidden = items.length === 0;
}

export function createListItem({ title, badge, facts, actions }: Item): HTMLLIElement {
  const heading = createElement("p", {}, createElement("strong", {}, title));
  if (badge) heading.append(" ", createElement("span", { className: "badge" }, badge));
  const details = createElement("p", { className: "facts" });
  details.append(...facts.map((fact) => createElement("span", {}, fact)));
  const buttons = actions.map(createActionButton);
  const requirements = actions.flatMap(({ requirement }) => requirement ?? []);
  return createElement(
    "li",
    {},
    createElement("div", {}, heading, details),
    buttons.length > 0 && createElement("div", { className: "buttons" }, ...buttons),
    ...requirements.map((text) => createElement("p", { className: "hint requirement" }, text)),
  );
}

function createActionButton({ label, accessibleName, run, requirement }: Action) {
  const button = createElement(
    "button",
    {
      type: "button",
      className: "secondary",
      disabled: requirement !== undefined,
      "aria-label": accessibleName,
      "aria-description": requirement,
    },
    label,
  );
  onClick(button, run);
  return button;
}
