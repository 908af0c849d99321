/**
 * Returns the element with an id.
 * @param type the class of the element
 * @throws Error if the page has no such element
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

/** Groups nodes and strings, so that they can be passed as one child. */
export function createFragment(...children: (Node | string)[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  fragment.append(...children);
  return fragment;
}

/** Splits a message of the server into text and code: “`float` is not supported”. */
export function createMessage(text: string): DocumentFragment {
  const parts = text.split("`");
  const isCode = (index: number) => index % 2 === 1 && index < parts.length - 1;
  return createFragment(
    ...parts.map((part, index) => (isCode(index) ? createElement("code", {}, part) : part)),
  );
}

/** Reads the fields of a form that are not empty, trimmed. */
export function readForm(form: HTMLFormElement): Record<string, string> {
  const fields = [...new FormData(form)].map(([name, value]) => [
    name,
    typeof value === "string" ? value.trim() : "",
  ]);
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}
