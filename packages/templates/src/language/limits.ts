/** The limits of a template document. They bound the time and memory of compiling and rendering it. */
export const limits = {
  /** Of `template.html`: bytes in UTF-8. */
  htmlBytes: 64 * 1024,
  /** Of `template.json` without white space: bytes in UTF-8. */
  jsonBytes: 32 * 1024,
  /** Elements in `template.html`, before loops are expanded. */
  elements: 400,
  /** Elements and texts of a card, after loops are expanded. */
  nodes: 400,
  /** Nesting of elements below the root. */
  depth: 16,
  /** Nesting of parentheses in CSS values. */
  valueDepth: 12,
  attributesPerElement: 40,
  fields: 24,
  listEntries: 24,
  /** Of a list without `maxItems`. */
  defaultListEntries: 12,
  /** Properties of the objects in a list. */
  itemFields: 8,
  /** Of the texts of a card, with all fields and lists at their maximum length. */
  characters: 100_000,
  /** `img` elements and `url()` backgrounds of a card, after loops are expanded. */
  images: 24,
  /** `flex-line-count` */
  flexLines: 12,
  fontFiles: 4,
  /** In `font-feature-settings` and `font-variation-settings`. */
  fontTags: 16,
  /** Of shadows, and the standard deviation of filters: pixels. */
  blur: 200,
  filterFunctions: 8,
  /** Pixels. */
  textStroke: 100,
  /** Characters of the data of a path. */
  pathLength: 4000,
  tabSize: 16,
  /** Columns or rows that a cell of a table spans. */
  cellSpan: 40,
  layouts: 8,
  samples: 12,
  /** In all style elements; a list counts each of its selectors. */
  selectors: 600,
  declarations: 2000,
  /** In a style attribute. */
  inlineDeclarations: 100,
  /** Component values of a style element. */
  cssValues: 20_000,
  /** Component values of a declaration. */
  valueLength: 400,
  /** Lengths in an expression that the layout evaluates. */
  calculationTerms: 32,
  /** Component values of a condition of `@container`. */
  conditionLength: 60,
  /** Simple selectors in one selector. */
  selectorParts: 16,
  /** Searches for elements around the ones that a part of a selector matches. */
  matchSteps: 30_000,
  /** Comma-separated entries of a value, such as shadows or background layers. */
  valueEntries: 16,
  /** Component values after `var()` has been replaced. */
  substitutedValues: 512,
  customProperties: 200,
  /** Declarations of all elements of a card together, weighted by their length. */
  styleWeight: 30_000,
  problems: 50,
} as const;
