/**
 * Creates an element. Strings become text nodes and are never parsed as HTML, so server data is safe to show.
 * @param properties DOM properties; names with a dash are set as attributes
 */
export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Readonly<Record<string, string | number | boolean>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-")) element.setAttribute(key, `${value}`);
    else Object.assign(element, { [key]: value });
  }
  element.append(...children);
  return element;
}
