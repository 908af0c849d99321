import { build } from "./build.js";
import { element, onClick } from "./page.js";

/**
 * @typedef {object} Item what a list shows of a thing
 * @property {string} title
 * @property {string} [mark] a word that sets it apart
 * @property {readonly (Node | string)[]} facts
 * @property {readonly { label: string, name: string, work: () => Promise<void> }[]} actions `name`: as read aloud
 */

/**
 * Shows things below one another.
 * @param {string} id the list's
 * @param {readonly Item[]} items
 */
export function showList(id, items) {
  element(id).replaceChildren(...items.map(listItem));
  element(id).hidden = items.length === 0;
}

/** @param {Item} item */
function listItem({ title, mark, facts, actions }) {
  const heading = build("p", {}, build("strong", {}, title));
  if (mark) heading.append(" ", build("span", { className: "mark" }, mark));
  const details = build("p", { className: "facts" });
  details.append(...facts.map((each) => build("span", {}, each)));
  const buttons = actions.map(({ label, name, work }) => {
    const button = build("button", { type: "button", className: "quiet", "aria-label": name }, label);
    onClick(button, work);
    return button;
  });
  return build(
    "li",
    {},
    build("div", {}, heading, details),
    build("div", { className: "actions" }, ...buttons),
  );
}

/**
 * One fact of an item.
 * @param {...(Node | string)} parts
 * @returns {Node}
 */
export function fact(...parts) {
  const fragment = document.createDocumentFragment();
  fragment.append(...parts);
  return fragment;
}
