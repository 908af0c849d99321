/**
 * Makes an element. Texts become text nodes, never markup: what the server says is only ever shown.
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [properties] of the DOM's object; with a dash in its name, an attribute
 * @param {...(Node | string | false | undefined)} children false and undefined are left out
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function build(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key.includes("-")) made.setAttribute(key, `${/** @type {string | number} */ (value)}`);
    else Object.assign(made, { [key]: value });
  }
  made.append(...children.filter((child) => child !== false && child !== undefined));
  return made;
}
