/**
 * @param type the class of the element
 * @throws Error if the page has no element with this ID and class
 */
export function getElement<Type extends HTMLElement = HTMLElement>(
  id: string,
  type: new () => Type = HTMLElement as new () => Type,
): Type {
  const found = document.getElementById(id);
  if (!(found instanceof type)) throw new Error(`The page has no ${type.name} with the id ${id}.`);
  return found;
}

/**
 * Creates an element. Strings become text nodes and are never parsed as HTML, so server data is safe to show.
 * @param properties DOM properties; names with a dash are set as attributes
 * @param children false and undefined are skipped
 */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Record<string, unknown> = {},
  ...children: (Node | string | false | undefined)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined) continue;
    if (key.includes("-")) element.setAttribute(key, `${value as string | number}`);
    else Object.assign(element, { [key]: value });
  }
  element.append(...children.filter((child) => child !== false && child !== undefined));
  return element;
}
