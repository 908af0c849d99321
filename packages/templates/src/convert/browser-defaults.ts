/** The styles of elements in browsers that templates don't have (HTML, section 15.3). */
const elementDefaults: readonly (readonly [selector: string, tags: string, declarations: string])[] = [
  ["h1", "h1", "margin: 0.67em 0"],
  ["h2", "h2", "margin: 0.83em 0"],
  ["h3", "h3", "margin: 1em 0"],
  ["h4", "h4", "margin: 1.33em 0"],
  ["h5", "h5", "margin: 1.67em 0"],
  ["h6", "h6", "margin: 2.33em 0"],
  ["p, dl", "p dl", "margin: 1em 0"],
  ["pre", "pre", "margin: 1em 0"],
  ["blockquote, figure", "blockquote figure", "margin: 1em 40px"],
  ["ul", "ul", "margin: 1em 0; padding-left: 40px; list-style: disc"],
  ["ol", "ol", "margin: 1em 0; padding-left: 40px; list-style: decimal"],
  ["dd", "dd", "margin-left: 40px"],
  ["hr", "hr", "margin: 0.5em auto"],
  ["button", "button", "padding: 1px 6px; text-align: center"],
];

/** What of a source replaces the defaults of its root element. */
interface RootStyles {
  /** The root is a `body` with the margin of browsers. */
  readonly hasBody: boolean;
  /** It has a width of its own. */
  readonly isSized: boolean;
  readonly isBorderBox: boolean;
  readonly hasFont: boolean;
}

/** The rules that give elements their look in a browser. Any rule of the source replaces them. */
export function browserDefaults(tags: ReadonlySet<string>, root: RootStyles): string {
  const rules = elementDefaults
    .filter(([, names]) => names.split(" ").some((name) => tags.has(name)))
    .map(([selector, , declarations]) => `:where(${selector}) { ${declarations} }`);
  return [
    ...(root.isBorderBox ? [] : ["*, ::before, ::after { box-sizing: content-box }"]),
    ...(root.isBorderBox || root.isSized ? [] : [":where(:root) { box-sizing: border-box }"]),
    ...(root.hasFont ? [] : [":where(body) { font-family: serif }"]),
    ...(root.hasBody ? [":where(body) { padding: 8px }"] : []),
    ...rules,
  ].join("\n");
}

/**
 * The styles of elements in satori: everything is a flex container, and a containing block of absolutely
 * positioned children.
 */
export function satoriDefaults(tags: ReadonlySet<string>): string {
  const rules = elementDefaults
    .filter(([selector]) => /^(?:h\d|p|pre|blockquote)/u.test(selector))
    .filter(([, names]) => names.split(" ").some((name) => tags.has(name)))
    .map(([selector, , declarations]) => `:where(${selector}) { ${declarations} }`);
  return ["* { display: flex; position: relative }", ...rules].join("\n");
}
