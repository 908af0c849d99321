/** The styles of elements in browsers that templates don't have (HTML, section 15.3). */
const elementDefaults: readonly (readonly [tags: string, declarations: string])[] = [
  ["h1", "margin: 0.67em 0"],
  ["h2", "margin: 0.83em 0"],
  ["h3", "margin: 1em 0"],
  ["h4", "margin: 1.33em 0"],
  ["h5", "margin: 1.67em 0"],
  ["h6", "margin: 2.33em 0"],
  ["p, dl", "margin: 1em 0"],
  ["pre", "margin: 1em 0"],
  ["blockquote, figure", "margin: 1em 40px"],
  ["ul", "margin: 1em 0; padding-left: 40px; list-style: disc"],
  ["ol", "margin: 1em 0; padding-left: 40px; list-style: decimal"],
  ["dd", "margin-left: 40px"],
  ["hr", "margin: 0.5em auto"],
  ["center", "text-align: center"],
  ["button", "box-sizing: border-box"],
  ["table", "box-sizing: border-box"],
  ["td, th", "padding: 1px"],
  ["big", "font-size: larger"],
  ["dfn", "font-style: italic"],
  ["tt", "font-family: monospace"],
  ["picture", "display: contents"],
];

/** Satori has no styles for these. */
const plainElements = [
  [
    "button",
    "padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: inherit; " +
      "text-transform: inherit; letter-spacing: inherit; text-shadow: inherit",
  ],
  ["a", "color: inherit; text-decoration: none"],
] as const;

/** Whether elements of a tag have default styles. */
export function hasDefaults(tag: string): boolean {
  return elementDefaults.some(([names]) => names.split(", ").includes(tag));
}

/** Whether elements of a tag become others, which have the tag as a class. */
type IsRenamed = (tag: string) => boolean;

/** What of a source replaces the defaults of its root element. */
interface RootStyles {
  /** The root is a `body` with the margin of browsers. */
  readonly hasBody: boolean;
  /** It has a width of its own. */
  readonly isSized: boolean;
  readonly isBorderBox: boolean;
  /** Its pseudo-elements need a default `box-sizing`. */
  readonly hasContentBoxes: boolean;
  readonly hasFont: boolean;
}

/** The rules that give elements their look in a browser. Any rule of the source replaces them. */
export function browserDefaults(tags: ReadonlySet<string>, root: RootStyles, isRenamed: IsRenamed): string {
  return [
    ...(root.isBorderBox ? [] : ["* { box-sizing: content-box }"]),
    ...(root.hasContentBoxes ? ["::before, ::after { box-sizing: content-box }"] : []),
    ...(root.isBorderBox || root.isSized ? [] : [":where(:root) { box-sizing: border-box }"]),
    ...(root.hasFont ? [] : [":where(body) { font-family: serif }"]),
    ...(root.hasBody ? [":where(body) { padding: 8px }"] : []),
    ...rulesOf(elementDefaults, tags, isRenamed),
  ].join("\n");
}

/**
 * The styles of elements in satori: everything is a flex container, and a containing block of absolutely
 * positioned children.
 */
export function satoriDefaults(tags: ReadonlySet<string>, isRenamed: IsRenamed): string {
  const defaults = elementDefaults.filter(
    ([names]) => /^(?:h\d|p|pre|blockquote)/u.test(names) || isRenamed(names.split(", ")[0]!),
  );
  const rules = rulesOf([...defaults, ...plainElements], tags, isRenamed);
  return [
    "* { display: flex; position: relative; align-content: flex-start; border: 0 solid }",
    ...rules,
  ].join("\n");
}

/** The rules of the elements that a source has. Renamed elements have a class. */
function rulesOf(
  defaults: typeof elementDefaults,
  tags: ReadonlySet<string>,
  isRenamed: IsRenamed,
): string[] {
  return defaults.flatMap(([names, declarations]) => {
    const all = names.split(", ");
    if (!all.some((name) => tags.has(name))) return [];
    const selectors = all.map((name) => (isRenamed(name) ? `.${name}` : name));
    return [`:where(${selectors.join(", ")}) { ${declarations} }`];
  });
}
