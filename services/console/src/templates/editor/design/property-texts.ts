import { bundledFont } from "@placard/templates/bundled-fonts";
import { brandVariableNames, variableNames, type PropertyDescription } from "@placard/templates/vocabulary";

/** Plain words for properties whose words in CSS say little. */
const labels: Readonly<Record<string, string>> = {
  display: "Layout",
  padding: "Space inside",
  "padding-top": "Space inside, top",
  "padding-right": "Space inside, right",
  "padding-bottom": "Space inside, bottom",
  "padding-left": "Space inside, left",
  "padding-inline": "Space inside, left and right",
  "padding-block": "Space inside, top and bottom",
  margin: "Space outside",
  "margin-top": "Space outside, top",
  "margin-right": "Space outside, right",
  "margin-bottom": "Space outside, bottom",
  "margin-left": "Space outside, left",
  "margin-inline": "Space outside, left and right",
  "margin-block": "Space outside, top and bottom",
  gap: "Space between",
  "row-gap": "Space between rows",
  "column-gap": "Space between columns",
  "justify-content": "Distribute",
  "align-items": "Align items",
  "grid-template-columns": "Columns",
  "grid-template-rows": "Rows",
  inset: "Distance to edges",
  "z-index": "Stacking order",
  color: "Text color",
  "font-family": "Font",
  "text-align": "Align",
  "list-style-type": "Bullets",
  "line-clamp": "Max. lines",
  "text-transform": "Capitals",
  "border-inline-start": "Border left",
  "border-inline-end": "Border right",
  "border-radius": "Rounded corners",
  "box-shadow": "Shadow",
  transform: "Rotate, scale, move",
  "object-fit": "Fit",
  "object-position": "Visible part",
  "box-sizing": "Width and height include",
  "overflow-x": "What sticks out at the sides",
  "overflow-y": "What sticks out below",
  overflow: "What sticks out",
  "min-width": "Smallest width",
  "min-height": "Smallest height",
  "max-width": "Largest width",
  "max-height": "Largest height",
  "aspect-ratio": "Proportions",
  flex: "Share of the room",
  "flex-wrap": "Several lines",
  "flex-line-count": "Number of lines",
  "flex-grow": "Share of free room",
  "flex-shrink": "Share of missing room",
  "flex-basis": "Size before it grows",
  "justify-items": "Align items sideways",
  "justify-self": "Align this sideways",
  "align-self": "Align this",
  "align-content": "Distribute lines",
  "grid-template-areas": "Named areas",
  "grid-auto-columns": "Width of added columns",
  "grid-auto-rows": "Height of added rows",
  "grid-auto-flow": "Order of cells",
  "grid-column": "Columns it covers",
  "grid-row": "Rows it covers",
  "grid-area": "Area it covers",
  direction: "Writing direction",
  "text-wrap": "Line breaks",
  "text-fit": "Fit to the width",
  "text-indent": "Indent of the first line",
  "text-decoration": "Underline",
  "text-overflow": "End of a cut text",
  "letter-spacing": "Letter spacing",
  "word-spacing": "Space between words",
  "white-space": "Spaces and line breaks",
  "word-break": "Breaks within words",
  "overflow-wrap": "Breaks in long words",
  "vertical-align": "Raised or lowered",
  "font-kerning": "Spacing of letter pairs",
  filter: "Blur and color effects",
  "backdrop-filter": "Blur behind it",
  "mix-blend-mode": "Blend with what is behind",
  "clip-path": "Cut to a shape",
};

/** What is shown instead of the different values of several elements. */
export const mixed = "Mixed";

/** The name of a property for people who don't write CSS, such as “Space between” for `gap`. */
export function labelOf(property: string): string {
  if (property.startsWith("--")) return nameOfVariable(property);
  return labels[property] ?? sentence(property.replace("-webkit-", "").replaceAll("-", " "));
}

/** The name of a variable, as on the page of the brand if it is there: “Text on the accent”. */
function nameOfVariable(variable: string): string {
  const words = variable
    .slice(2)
    .replace(/\bground/, "background")
    .replace("ink", "headlines")
    .replace("muted", "supporting text")
    .replace(/^(on-)?chip/, (_, on?: string) => (on ? "label text" : "label background"))
    .replace(/^on-/, "text on the ")
    .replace(/^font-(.*)/, "$1 font")
    .replaceAll("-", " ");
  return sentence(words);
}

/** The names of the brand's variables and of others by their CSS. The first of several gets a name. */
function namesOfVariables(others: readonly string[]): ReadonlyMap<string, string> {
  const named = new Map(
    [...variableNames, ...brandVariableNames, ...others]
      .toReversed()
      .map((each) => [nameOfVariable(each), each]),
  );
  return new Map([...named].toReversed().map(([name, variable]) => [`var(${variable})`, name] as const));
}

/**
 * A value as it is shown: “Accent” for `var(--accent)`, 72 for `72px` where only lengths are allowed, and a
 * border without `solid`.
 * @param others the variables of the template
 */
export function toShown(
  value: string,
  others: readonly string[] = [],
  property?: Pick<PropertyDescription, "syntax">,
): string {
  const names = namesOfVariables(others);
  const numbers =
    property && isLength(property) && !/(?<!var)\(/.test(value)
      ? value.replaceAll(/(?<!\S)(-?\d*\.?\d+)px(?!\S)/g, "$1")
      : value;
  const shown = property && isBorder(property) ? numbers.replace(/(?<=^| )solid(?: |$)/, "").trim() : numbers;
  return shown
    .replaceAll(/var\(--[\w-]+\)/g, (variable) => names.get(variable) ?? variable)
    .replaceAll(/\bfit\(([\d.]+)px, ([\d.]+)px\)/g, "$1 to $2")
    .replace(/^fit\((.+), ([^,]+)\)$/, "$1 to $2")
    .replaceAll(/\bcalc\(([^()]*)\)/g, "$1");
}

/**
 * What was entered as CSS: “Accent” as `var(--accent)`, 72 as `72px` where only lengths are allowed, and a
 * border with a style and a color, without which it is invisible or like the text on it.
 */
export function toCss(
  entered: string,
  property: Pick<PropertyDescription, "syntax">,
  others: readonly string[] = [],
): string {
  const variables = new Map([...namesOfVariables(others)].map(([variable, name]) => [name, variable]));
  const longestFirst = [...variables.keys()].toSorted((a, b) => b.length - a.length);
  // Strings and URLs stay as they are.
  const pattern = new RegExp(
    `"[^"]*"|'[^']*'|url\\([^)]*\\)|(?<![\\w-])(?:${longestFirst.join("|")})(?![\\w-])`,
    "g",
  );
  const named = entered.trim().replaceAll(pattern, (part) => variables.get(part) ?? part);
  const isStyled = /\b(?:none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)\b/.test(named);
  const isInvisible = isBorder(property) && named !== "" && !isStyled;
  const isWidth = /^[1-9][\d.]*(?:px)?$/.test(named);
  const css = isInvisible
    ? named.replace(/^([\d.]\S*)?\s*/, isWidth ? "$1 solid var(--ink)" : "$1 solid ").trim()
    : named;
  if (bundledFont(css)) return `"${css}"`;
  if (!isLength(property) || /(?<!var)\(/.test(css)) return css;
  return css.replaceAll(/(?<!\S)-?\d*\.?\d+(?!\S)/g, (number) =>
    Number(number) === 0 ? number : `${number}px`,
  );
}

function isBorder({ syntax }: Pick<PropertyDescription, "syntax">): boolean {
  return syntax.includes("<line-width> || <line-style>");
}

function isLength({ syntax }: Pick<PropertyDescription, "syntax">): boolean {
  return /<(?:length|line-width)>/.test(syntax) && !/<(?:number|integer)/.test(syntax);
}

/** A sum or a product as CSS: “Title / 2” with its variable replaced. */
export function toSum(value: string): string {
  return / [-+*/] /.test(value) ? `calc(${value})` : value;
}

/** Why a value was refused, with an example instead of a grammar if it needs one. */
export function explain(
  reason: string,
  { syntax, example }: Pick<PropertyDescription, "syntax" | "example">,
): string {
  const written = syntax === "<color>" ? "#2563eb` or `red" : example;
  const brief = reason.replace(/(?<=must not be negative).*/s, ".");
  return brief.replace(/Accepted: .*/s, () => `Write, for example, \`${written}\`.`);
}

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
