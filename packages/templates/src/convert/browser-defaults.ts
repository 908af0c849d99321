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
  ["button", "box-sizing: border-box"],
  ["table", "box-sizing: border-box"],
  ["td, th", "padding: 1px"],
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

/** The rules that give elements their look in a browser. Any rule of the source replaces them. */
export function browserDefaults(tags: ReadonlySet<string>): string[] {
  return rulesOf(elementDefaults, tags);
}

/**
 * The styles of elements in satori: everything is a flex container, and a containing block of absolutely
 * positioned children.
 */
export function satoriDefaults(tags: ReadonlySet<string>): string[] {
  const defaults = elementDefaults.filter(([names]) => /^(?:h\d|p|pre|blockquote)/u.test(names));
  return [
    "* { display: flex; position: relative; align-content: flex-start; border: 0 solid transparent }",
    // Lines are as wide as without kerning, and texts shrink to less than a word or a line.
    ":where(:root) { font-kerning: none }",
    ":where(:not(:has(*), :empty)) { min-width: 0; min-height: 0 }",
    ...rulesOf([...defaults, ...plainElements], tags),
  ];
}

/** The rules of the elements that a source has. */
function rulesOf(defaults: typeof elementDefaults, tags: ReadonlySet<string>): string[] {
  return defaults
    .filter(([names]) => names.split(", ").some((name) => tags.has(name)))
    .map(([names, declarations]) => `:where(${names}) { ${declarations} }`);
}
