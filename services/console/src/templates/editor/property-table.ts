/** A CSS property that templates can use. */
export interface PropertyDescription {
  readonly name: string;
  /** The accepted values in value definition syntax. */
  readonly syntax: string;
  /** A valid value. */
  readonly example: string;
}
export const properties: readonly PropertyDescription[] = [
  { name: "display", syntax: "block | flex | inline | inline-block | inline-flex | none", example: "flex" },
  { name: "flex-direction", syntax: "row | column | row-reverse | column-reverse", example: "column" },
  { name: "color", syntax: "<color>", example: "var(--ink)" },
  {
    name: "font-size",
    syntax: "<length-percentage> | fit( <length>, <length> )",
    example: "fit(40px, 96px)",
  },
];
