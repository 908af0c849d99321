import { findElement, type SourceElement } from "@placard/template-edit";
import { mix } from "@placard/templates/color";
import { flexOfSized, freeValues, gapValues } from "./canvas/lengths.ts";
import { gradientStops, resolveVariables, textColorOn, toHex } from "./colors.ts";
import type { Design } from "./design.ts";
import { isGroup, isList } from "./names.ts";
import { ends, type Side, type StyleReader } from "./style-reader.ts";

type Values = Record<string, string>;

interface Context {
  readonly styles: StyleReader;
  readonly variables: Readonly<Values>;
}

/**
 * What sets a property of an element, with what belongs to it: a layout is written by several properties, a
 * group is a column if it aligns its elements, an image covers its box, and texts are readable on their
 * background.
 */
export function declarationsFor(
  design: Pick<Design, "template" | "styles" | "boxOf" | "variables">,
  path: string,
  name: string,
  value: string,
): Values {
  const element = findElement(design.template.value, path);
  if (!element) return { [name]: value };
  const styles = design.styles.value;
  const context = { styles, variables: design.variables.value };
  switch (name) {
    case "display":
      return layoutValues(styles, element, value);
    case "position":
      return value === "absolute" ? freeValuesOf(styles, element, design.boxOf) : { position: value };
    case "width":
    case "height":
      return { [name]: value, ...flexOfSize(styles, element, name) };
    case "align-self":
      return { [name]: value, ...sizeOfStretched(styles, element, value) };
    case "justify-content":
    case "align-items":
      return { ...columnOfGroup(styles, element), [name]: value };
    case "gap":
      return { ...columnOfGroup(styles, element), ...gapValues(styles, element, name, value) };
    case "background-image":
      return imageValues(context, element, value);
    case "background-color":
      return backgroundValues(context, element, value);
    case "list-style-type":
      return bulletValues(styles, element, value);
    default:
      return name.startsWith("--") ? variableValues(context, element, name, value) : { [name]: value };
  }
}

function layoutValues(styles: StyleReader, element: SourceElement, value: string): Values {
  if (value === "grid")
    return {
      display: "grid",
      ...(!styles.setter(element, "grid-template-columns") && {
        "grid-template-columns": "repeat(2, minmax(0, 1fr))",
      }),
    };
  if (value !== "column" && value !== "row") return { display: value };
  const isDirected = value === "column" || styles.setter(element, "flex-direction");
  const wraps = value === "row" && isList(element) && !styles.setter(element, "flex-wrap");
  return {
    display: "flex",
    ...(isDirected && { "flex-direction": value }),
    ...(wraps && { "flex-wrap": "wrap" }),
  };
}

/** Whether an element has others below each other as a block does: it can't distribute or align them. */
export function isUnarranged(styles: StyleReader, element: SourceElement): boolean {
  return isGroup(element) && !/flex|grid|none/.test(styles.text(element, "display") ?? "");
}

/** What makes a group without a layout the column that it looks like. */
function columnOfGroup(styles: StyleReader, element: SourceElement): Values {
  return isUnarranged(styles, element) ? layoutValues(styles, element, "column") : {};
}

/** What makes an element free on the card. It keeps its place, or gets back the one that it had before. */
function freeValuesOf(styles: StyleReader, element: SourceElement, boxOf: Design["boxOf"]): Values {
  const box = boxOf(element.path);
  if (!box) return { position: "absolute" };
  let around = element.parent;
  while (around?.parent && !styles.setter(around, "position")) around = around.parent;
  const values = freeValues(styles, element, box, (around && boxOf(around.path)) ?? box);
  const isSet = (property: string) => styles.setter(element, property) !== undefined;
  const kept = Object.values(ends).flatMap((sides) => (sides.some(isSet) ? sides : []));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !kept.includes(name as Side)));
}

/** The `flex` of an element that gets a size instead of a share of the room. */
function flexOfSize(styles: StyleReader, element: SourceElement, name: "width" | "height"): Values {
  const isInColumn = element.parent && styles.direction(element.parent) === "column";
  const isShare = name === (isInColumn ? "height" : "width") && styles.setter(element, "flex-grow");
  return isShare ? { flex: flexOfSized(element, name) } : {};
}

/** The size of an element that becomes as large as its container: a fixed one would prevent that. */
function sizeOfStretched(styles: StyleReader, element: SourceElement, value: string): Values {
  const isInColumn = element.parent && styles.direction(element.parent) === "column";
  const size = isInColumn ? "width" : "height";
  return value === "stretch" && styles.isSet(element, size) ? { [size]: "auto" } : {};
}

/** The bullets of a list, and the room for them at its start. */
function bulletValues(styles: StyleReader, element: SourceElement, value: string): Values {
  const hadBullets = (styles.text(element, "list-style-type") ?? "none") !== "none";
  const hasBullets = value !== "none";
  const isChanged = isList(element) && hasBullets !== hadBullets;
  return {
    "list-style-type": value,
    ...(isChanged && { "padding-inline-start": hasBullets ? "1.25em" : "0" }),
  };
}

/** The gradient of the background for brands without one. */
const tintedGround = "linear-gradient(var(--ground), color-mix(in srgb, var(--accent) 25%, var(--ground)))";

/** An image that covers its box, or a gradient with a text color that is readable on it. */
function imageValues(context: Context, element: SourceElement, value: string): Values {
  const { styles } = context;
  const isImage = value.startsWith("url(");
  const covers = isImage && !styles.setter(element, "background-size");
  const ground = value === "none" ? (styles.text(element, "background-color") ?? "var(--ground)") : value;
  const color = isImage ? undefined : colorOn(context, element, ground);
  const colors = gradientStops(resolveVariables(value, context.variables)).map((each) => each.color);
  const isPlain = value === "var(--ground-gradient)" && new Set(colors).size === 1;
  return {
    "background-image": isPlain ? tintedGround : value,
    ...(covers && { "background-size": "cover", "background-position": "center" }),
    ...(color && { color }),
  };
}

/** A color without the image or gradient that covers it, and a text color that is readable on it. */
function backgroundValues(context: Context, element: SourceElement, value: string): Values {
  const { styles } = context;
  const isCovered = (styles.text(element, "background-image") ?? "none") !== "none";
  const [, ground] = /^var\(--(accent|chip|highlight)\)$/.exec(value) ?? [];
  const color = ground ? `var(--on-${ground})` : colorOn(context, element, value);
  return {
    ...(isCovered && styles.setter(element, "background-image") === "background"
      ? { background: value }
      : { ...(isCovered && { "background-image": "none" }), "background-color": value }),
    ...(color && { color }),
  };
}

/** A text color that is readable on a color or a gradient, if that of an element is not. */
function colorOn({ styles, variables }: Context, element: SourceElement, ground: string): string | undefined {
  const textColor = (at: SourceElement | undefined): string =>
    at ? (styles.text(at, "color") ?? textColor(at.parent)) : "var(--ink)";
  const colors = gradientStops(resolveVariables(ground, variables)).map(({ color }) => color);
  return textColorOn(colors.length > 0 ? colors : [ground], textColor(element), variables);
}

/** The properties that are removed with one: with a background of the card, the text colors set with it. */
export function removedWith({ styles, template }: Pick<Design, "styles" | "template">, name: string) {
  const { root } = template.value;
  const isGround = name === "--ground" && root && hasInkOfGround(styles.value, root);
  return isGround ? [name, "--ink", "--muted"] : [name];
}

/** Whether the text colors of a card were set with its background. */
function hasInkOfGround(styles: StyleReader, root: SourceElement): boolean {
  const [ground, ink, muted] = ["--ground", "--ink", "--muted"].map((name) => styles.text(root, name));
  return ground !== undefined && ink !== undefined && muted === mutedOf(ink, ground);
}

function mutedOf(ink: string, ground: string): string {
  return mix(toHex(ink), toHex(ground), 0.75);
}

/** Whether small labels have the accent of the brand. */
function hasChipOfAccent(styles: StyleReader, root: SourceElement, variables: Readonly<Values>): boolean {
  const [chip, accent] = ["--chip", "--accent"].map((name) => resolveVariables(`var(${name})`, variables));
  return chip === accent && styles.text(root, "--chip") === undefined;
}

/** A color without references to variables, and the text colors that are readable on it. */
function variableValues(context: Context, root: SourceElement, name: string, value: string): Values {
  const { styles, variables } = context;
  const color = resolveVariables(value, variables);
  if (color.includes("{{")) return { [name]: color }; // known only with the data
  const onAccent = name === "--accent" && textColorOn([color], "var(--on-accent)", variables);
  const onAccentColor = onAccent && toHex(resolveVariables(onAccent, variables));
  const sharesAccent = name === "--accent" && hasChipOfAccent(styles, root, variables);
  const ownInk = hasInkOfGround(styles, root) ? "var(--ink)" : undefined;
  const ink = name === "--ground" && (textColorOn([color], "var(--ink)", variables) ?? ownInk);
  const inkColor = ink && toHex(resolveVariables(ink, variables));
  return {
    [name]: color,
    ...(onAccentColor && { "--on-accent": onAccentColor }),
    ...(sharesAccent && { "--chip": "var(--accent)", "--on-chip": "var(--on-accent)" }),
    ...(inkColor && { "--ink": inkColor, "--muted": mutedOf(inkColor, color) }),
  };
}
