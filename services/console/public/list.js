import { onClick } from "./actions.js";
import { createElement, getElement } from "./elements.js";

/**
 * @typedef {object} Item one entry of a list
 * @property {string} title
 * @property {string} [badge]
 * @property {readonly (Node | string)[]} facts
 * @property {readonly { label: string, accessibleName: string, run: () => Promise<void> }[]} actions
 */

/**
 * Shows the items of a list, and hides an empty list.
 * @param {string} id the id of the list
 * @param {readonly Item[]} items
 */
export function showList(id, items) {
  getElement(id).replaceChildren(...items.map(createListItem));
  getElement(id).hidden = items.length === 0;
}

/**
 * @param {Item} item
 * @returns {HTMLLIElement}
 */
export function createListItem({ title, badge, facts, actions }) {
  const heading = createElement("p", {}, createElement("strong", {}, title));
  if (badge) heading.append(" ", createElement("span", { className: "badge" }, badge));
  const details = createElement("p", { className: "facts" });
  details.append(...facts.map((fact) => createElement("span", {}, fact)));
  const buttons = actions.map(({ label, accessibleName, run }) => {
    const properties = { type: "button", className: "secondary", "aria-label": accessibleName };
    const button = createElement("button", properties, label);
    onClick(button, run);
    return button;
  });
  return createElement(
    "li",
    {},
    createElement("div", {}, heading, details),
    buttons.length > 0 && createElement("div", { className: "buttons" }, ...buttons),
  );
}
