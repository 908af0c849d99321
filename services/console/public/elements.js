/**
 * Returns the element with an id.
 * @param {string} id
 * @returns {HTMLElement}
 * @throws {Error} if the page has no such element
 */
export function getElement(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id ${id}.`);
  return found;
}

/**
 * Creates an element. Strings become text nodes and are never parsed as HTML, so server data is safe to show.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [properties] DOM properties; names with a dash are set as attributes
 * @param {...(Node | string | false | undefined)} children false and undefined are skipped
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function createElement(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key.includes("-")) element.setAttribute(key, `${/** @type {string | number} */ (value)}`);
    else Object.assign(element, { [key]: value });
  }
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}

/**
 * Groups nodes and strings, so that they can be passed as one child.
 * @param {...(Node | string)} children
 * @returns {DocumentFragment}
 */
export function createFragment(...children) {
  const fragment = document.createDocumentFragment();
  fragment.append(...children);
  return fragment;
}

/**
 * Reads the fields of a form that are not empty, trimmed.
 * @param {HTMLFormElement} form
 * @returns {Record<string, string>}
 */
export function readForm(form) {
  const fields = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : "",
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}
