import type {
  BackgroundLayer,
  Border,
  BorderStyle,
  Color,
  CornerRadius,
  Ems,
  LayerStyle,
  MaskLayer,
  TextBox,
  TextDecorationLine,
} from "../../scene/values.ts";
import { fontFeaturesOf } from "../css/properties/font-features.ts";
import { initialValues, isLonghand, longhands, type Longhands } from "../css/properties/longhands.ts";
import { rootFontSize } from "../css/value-context.ts";
import { flexFlow, sideOfLine, turnedShadows, type Side } from "./turned-style.ts";

/** The display types of boxes in a scene: `none` is left out, `contents` is replaced by its children. */
export type BoxDisplay = Exclude<Longhands["display"], "none" | "contents" | "-webkit-box">;

/** Pixels, or a multiple of the fitted size of the node's `fit`. */
export type ComputedFontSize = number | Ems;

/** What a style depends on besides computed values. */
interface Surroundings {
  readonly display: BoxDisplay;
  readonly fontSize: ComputedFontSize;
  /** The optical size: the font size in pixels, of a fitted text the largest. */
  readonly opticalSize: number;
  /** The language of the text (BCP 47) if the template states it. */
  readonly lang: string | undefined;
  /** The decorations of the ancestors that extend to this element. */
  readonly inheritedDecorations: readonly TextDecoration[];
}

export interface TextDecoration {
  readonly line: TextDecorationLine;
  /** Of the element with the decoration, in pixels. */
  readonly fontSize: number | Ems;
  readonly style: Longhands["text-decoration-style"];
  readonly color: Color;
  /** Pixels. */
  readonly thickness: number | Ems | "from-font";
  /** Whether the thickness follows the font size. */
  readonly isAutoThick: boolean;
  /** Pixels; the distance of an underline from its default position. */
  readonly offset: Longhands["text-underline-offset"];
  readonly position: Longhands["text-underline-position"];
  readonly skipInk: Longhands["text-decoration-skip-ink"];
}

/**
 * The computed style of a node, with physical sides. `createStyle` has all fields.
 * Styles are shared between nodes and between cards: they must not be changed.
 */
export type Style = Readonly<ReturnType<typeof createStyle>>;

/** A background layer whose image comes from a data field. */
export interface DataLayer {
  /** The index in `Style.background`. */
  readonly layer: number;
  readonly placeholder: string;
}

/** The style of an element, and its background layers with data. */
export function toStyle(values: Longhands, surroundings: Surroundings) {
  const { layers, dataLayers } = toBackground(values);
  return { style: createStyle(values, surroundings, layers) satisfies Style as Style, dataLayers };
}

/**
 * Assembles the style of an element from its computed values. One object literal gives all styles the same
 * hidden class, which makes reading them several times faster.
 */
function createStyle(
  values: Longhands,
  { display, fontSize, opticalSize, lang, inheritedDecorations }: Surroundings,
  layers: readonly BackgroundLayer[],
) {
  // A color that doesn't reach below the border is a separate layer: the style has no clip for it.
  const colorClip = values["background-clip"].at(-1) ?? "border-box";
  const isColorLayer = colorClip !== "border-box" && values["background-color"] !== "#00000000";
  const { "aspect-ratio": aspectRatio, "line-clamp": ownClamp } = values;
  const writingMode = values["writing-mode"];
  const sideOf = (side: Side) => sideOfLine(side, writingMode, display === "inline");
  const { flexDirection, rowGap, columnGap } = flexFlow(values, display.endsWith("flex"));
  const { textWrap, whiteSpace } = wrapping(values["text-wrap"], values["white-space"]);
  return {
    display,
    position: values.position === "fixed" ? "absolute" : values.position,
    /** Whether its containing block is the card, or the nearest element with a transform or a filter. */
    isFixed: values.position === "fixed",
    inset: { top: values.top, right: values.right, bottom: values.bottom, left: values.left },
    width: values.width,
    height: values.height,
    minWidth: values["min-width"],
    minHeight: values["min-height"],
    maxWidth: values["max-width"],
    maxHeight: values["max-height"],
    /** Width divided by height. */
    aspectRatio: aspectRatio === "auto" ? undefined : aspectRatio.ratio,
    /** Whether an image has its natural ratio, if it has one, instead of `aspectRatio`. */
    prefersNaturalRatio: aspectRatio !== "auto" && aspectRatio.isAuto,
    boxSizing: values["box-sizing"],
    margin: sidesOf((side) => values[`margin-${sideOf(side)}`]),
    padding: sidesOf((side) => values[`padding-${sideOf(side)}`]),
    border: sidesOf((each) => {
      const side = sideOf(each);
      return border(
        values[`border-${side}-width`],
        values[`border-${side}-style`],
        values[`border-${side}-color`],
      );
    }),
    overflow: overflowOf(values["overflow-x"], values["overflow-y"]),
    flexDirection,
    flexWrap: values["flex-wrap"].wrap,
    /** The smallest number of lines that are balanced; absent if they are not. */
    balancedLines: values["flex-wrap"].isBalanced ? values["flex-line-count"] : undefined,
    flexGrow: values["flex-grow"],
    flexShrink: values["flex-shrink"],
    flexBasis: values["flex-basis"],
    order: values.order,
    justifyContent: justification(values),
    alignItems: values["align-items"],
    alignContent: values["align-content"],
    alignSelf: values["align-self"],
    justifyItems: values["justify-items"],
    justifySelf: values["justify-self"],
    /** The tracks of a grid container. */
    grid: display === "grid" || display === "inline-grid" ? gridOf(values) : noGrid,
    gridItem: gridItemOf(values),
    collapsesBorders: values["border-collapse"] === "collapse",
    /** Pixels between the cells of a table. */
    borderSpacing: values["border-spacing"],
    captionSide: values["caption-side"],
    hasFixedColumns: values["table-layout"] === "fixed",
    rowGap,
    columnGap,
    zIndex: values["z-index"],
    visibility: values.visibility,
    opacity: values.opacity,
    /** Absent if the element is not painted as a layer, apart from its opacity. */
    layer: layerOf(values),
    isIsolated: values.isolation === "isolate",
    backgroundColor: isColorLayer ? "#00000000" : values["background-color"],
    /** The first layer is on top. */
    background: isColorLayer ? [...layers, colorLayer(values["background-color"], colorClip)] : layers,
    borderRadius: {
      topLeft: cornerOf(values, "top-left"),
      topRight: cornerOf(values, "top-right"),
      bottomRight: cornerOf(values, "bottom-right"),
      bottomLeft: cornerOf(values, "bottom-left"),
    },
    /** The first shadow is on top. */
    boxShadow: values["box-shadow"],
    outline: border(values["outline-width"], values["outline-style"], values["outline-color"]),
    outlineOffset: values["outline-offset"],
    transform: transforms(values),
    transformOrigin: values["transform-origin"],
    /** `auto`: as `contain` for an image with transparent or plain edges, otherwise as `cover`. */
    objectFit: values["object-fit"],
    objectPosition: values["object-position"],
    direction: values.direction,
    /** Lines of other modes than `horizontal-tb` are laid out horizontally, and turned. */
    writingMode,
    lang,
    color: values.color,
    textFill: orCurrent(values["-webkit-text-fill-color"], values.color),
    /** Absent without a width. */
    textStroke: textStroke(values),
    /** By preference; the engine adds fallbacks. */
    fontFamily: values["font-family"],
    fontSize,
    fontWeight: values["font-weight"],
    fontStyle: values["font-style"],
    fontVariantCaps: values["font-variant-caps"],
    /** OpenType features by tag, as `kern=0 tnum=1`. */
    fontFeatures: fontFeaturesOf(values),
    /** Percent. */
    fontStretch: values["font-stretch"],
    /** Positions on axes of variable fonts. */
    fontVariations: values["font-variation-settings"],
    /** The position on the axis `opsz`, unless `fontVariations` has one; undefined for the font's own. */
    opticalSize: values["font-optical-sizing"] === "auto" ? opticalSize : undefined,
    lineHeight: values["line-height"],
    letterSpacing: values["letter-spacing"],
    wordSpacing: values["word-spacing"],
    textAlign: values["text-align"],
    textAlignLast: values["text-align-last"],
    textIndent: values["text-indent"],
    textWrap,
    /** How the text of lines is scaled to their width. */
    textFit: values["text-fit"],
    whiteSpace,
    /** Spaces from one tab stop to the next. */
    tabSize: values["tab-size"],
    ...wordBreaking(values),
    hyphens: values.hyphens,
    textShadow: turnedShadows(values),
    /** The lines that decorate the text, of this element and of its ancestors. */
    textDecoration: decorations(values, inheritedDecorations, fontSize),
    /** The mark of each letter; absent without one. */
    textEmphasis: emphasisOf(values),
    /** The number of lines after which the text of a block is truncated. */
    lineClamp: ownClamp === "none" ? legacyClamp(values) : ownClamp,
    /** Where the first and the last line of text are trimmed; absent if they are not. */
    textBox: textBoxOf(values),
    textOverflow: values["text-overflow"],
    verticalAlign: values["vertical-align"],
  };
}

/** The clamp of `display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3`. */
export function legacyClamp(values: Longhands): number | undefined {
  const { display, "-webkit-box-orient": orient, "-webkit-line-clamp": clamp } = values;
  return display === "-webkit-box" && orient === "vertical" && clamp !== "none" ? clamp : undefined;
}

/** In a column, `left` and `right` are the start (CSS Box Alignment 3, section 4.5). */
function justification({ "justify-content": own, "flex-direction": flexDirection, direction }: Longhands) {
  const { position, isSafe } = own;
  if (position !== "left" && position !== "right") return { position, isSafe };
  const isStart = flexDirection.startsWith("column") || (position === "left") === (direction === "ltr");
  return { position: isStart ? ("start" as const) : ("end" as const), isSafe };
}

function gridOf(values: Longhands) {
  return {
    columns: values["grid-template-columns"],
    rows: values["grid-template-rows"],
    areas: values["grid-template-areas"],
    autoColumns: values["grid-auto-columns"],
    autoRows: values["grid-auto-rows"],
    flow: values["grid-auto-flow"],
  };
}

const noGrid = gridOf(initialValues);

function gridItemOf(values: Longhands) {
  return {
    rowStart: values["grid-row-start"],
    rowEnd: values["grid-row-end"],
    columnStart: values["grid-column-start"],
    columnEnd: values["grid-column-end"],
  };
}

/** Hidden overflow of one axis hides that of the other one, unlike `clip` (CSS Overflow 3, section 3.1). */
function overflowOf(x: Longhands["overflow-x"], y: Longhands["overflow-y"]) {
  const isOpen = (value: typeof x) => value === "visible" || value === "clip";
  if (!isOpen(x) || !isOpen(y)) return "hidden";
  if (x === y) return x === "clip" ? "clip" : "visible";
  return x === "clip" ? "clip-x" : "clip-y";
}

function emphasisOf(values: Longhands) {
  const mark = values["text-emphasis-style"];
  if (mark === "") return undefined;
  const color = orCurrent(values["text-emphasis-color"], values.color);
  return { mark, color, isUnder: values["text-emphasis-position"] === "under" };
}

function textBoxOf({
  "text-box-trim": trim,
  "text-box-edge": { over, under },
}: Longhands): TextBox | undefined {
  if (trim === "none") return undefined;
  return { over: trim === "trim-end" ? undefined : over, under: trim === "trim-start" ? undefined : under };
}

function sidesOf<T>(valueOf: (side: Side) => T) {
  return { top: valueOf("top"), right: valueOf("right"), bottom: valueOf("bottom"), left: valueOf("left") };
}

/** `translate`, `rotate` and `scale` come before `transform` (CSS Transforms 2, section 10). */
export function transforms({ translate, rotate, scale, transform }: Longhands): Longhands["transform"] {
  const hasOwn = translate.length + rotate.length + scale.length > 0;
  return hasOwn ? [...translate, ...rotate, ...scale, ...transform] : transform;
}

/** The decorations of the element, below its ancestors' decorations. */
function decorations(
  values: Longhands,
  inherited: readonly TextDecoration[],
  fontSize: ComputedFontSize,
): readonly TextDecoration[] {
  const lines = values["text-decoration-line"];
  if (lines.length === 0) return inherited;
  const thickness = values["text-decoration-thickness"];
  // As in Chromium. Descendants with another font size use the thickness of the element with the decoration.
  const autoThickness = typeof fontSize === "number" ? fontSize / 10 : { em: fontSize.em / 10 };
  const own = lines.map((line): TextDecoration => ({
    line,
    fontSize,
    style: values["text-decoration-style"],
    color: orCurrent(values["text-decoration-color"], textColor(values)),
    thickness: thickness === "auto" ? autoThickness : thickness,
    isAutoThick: thickness === "auto",
    offset: values["text-underline-offset"],
    position: values["text-underline-position"],
    skipInk: values["text-decoration-skip-ink"],
  }));
  return [...inherited, ...own];
}

function cornerOf(
  values: Longhands,
  corner: "top-left" | "top-right" | "bottom-right" | "bottom-left",
): CornerRadius {
  const radius = values[`border-${corner}-radius`];
  const curve = values[`corner-${corner}-shape`];
  return curve === 1 ? radius : { ...radius, curve };
}

/** The width of a border without a style is 0 (CSS Backgrounds 3, section 3.3). */
function border(width: number, style: BorderStyle, color: Color): Border {
  // There is no room for two lines and a gap.
  if (style === "double" && width < 3) return { width, style: "solid", color };
  return { width: style === "none" ? 0 : width, style, color };
}

/** `word-break: break-word` is `overflow-wrap: anywhere` (CSS Text 3, section 5.2). */
function wordBreaking(values: Longhands) {
  const wordBreak = values["word-break"];
  return wordBreak === "break-word"
    ? { wordBreak: "normal" as const, overflowWrap: "anywhere" as const }
    : { wordBreak, overflowWrap: values["overflow-wrap"] };
}

/** A color that may be the keyword. */
function orCurrent(color: Color, current: Color): Color {
  return color === "currentcolor" ? current : color;
}

/** The color of decorations: as in Chromium, the stroke's if it is visible. */
function textColor(values: Longhands): Color {
  const stroke = textStroke(values)?.color;
  const isVisible = stroke !== undefined && !/^#.{6}00$/.test(stroke);
  return isVisible ? stroke : orCurrent(values["-webkit-text-fill-color"], values.color);
}

function textStroke(values: Longhands) {
  const width = values["-webkit-text-stroke-width"];
  if (width === 0) return undefined;
  const color = orCurrent(values["-webkit-text-stroke-color"], values.color);
  return { width, color, isFirst: values["paint-order"] === "stroke" };
}

function layerOf(values: Longhands): LayerStyle | undefined {
  const { filter, "backdrop-filter": backdropFilter, "mix-blend-mode": blend } = values;
  const { "clip-path": clipPath, "mask-image": masks } = values;
  const hasMask = masks.some((mask) => mask !== "none");
  if (filter.length + backdropFilter.length === 0 && blend === "normal" && clipPath === "none" && !hasMask)
    return undefined;
  const mask = hasMask ? toMask(values) : [];
  return { filter, backdropFilter, blend, mask, ...(clipPath !== "none" && { clipPath }) };
}

function nth<T>(list: readonly T[], index: number): T {
  return list[index % list.length]!;
}

function placeOf(values: Longhands, prefix: "background" | "mask", index: number) {
  return {
    size: nth(values[`${prefix}-size`], index),
    position: nth(values[`${prefix}-position`], index),
    repeat: nth(values[`${prefix}-repeat`], index),
    origin: nth(values[`${prefix}-origin`], index),
  };
}

function toMask(values: Longhands): MaskLayer[] {
  return values["mask-image"].flatMap((image, index) => {
    if (image === "none") return [];
    return {
      image,
      ...placeOf(values, "mask", index),
      clip: nth(values["mask-clip"], index),
      composite: nth(values["mask-composite"], index),
    };
  });
}

/** The layers with an image. Shorter lists are repeated (CSS Backgrounds 3, section 2.1). */
function toBackground(values: Longhands): { layers: BackgroundLayer[]; dataLayers: DataLayer[] } {
  const layers: BackgroundLayer[] = [];
  const dataLayers: DataLayer[] = [];
  for (const [index, image] of values["background-image"].entries()) {
    if (image === "none") continue;
    if (image.kind === "data") dataLayers.push({ layer: layers.length, placeholder: image.placeholder });
    const blend = nth(values["background-blend-mode"], index);
    layers.push({
      image: image.kind === "data" ? { kind: "remote", url: "", field: "" } : image,
      ...placeOf(values, "background", index),
      clip: nth(values["background-clip"], index),
      ...(blend !== "normal" && { blend }),
    });
  }
  return { layers, dataLayers };
}

function colorLayer(color: string, clip: BackgroundLayer["clip"]): BackgroundLayer {
  return {
    image: {
      kind: "linear-gradient",
      direction: { angle: 180 },
      isRepeating: false,
      stops: [{ color }, { color }],
    },
    size: { width: "auto", height: "auto" },
    position: { x: { percent: 0, px: 0 }, y: { percent: 0, px: 0 } },
    repeat: { x: "repeat", y: "repeat" },
    origin: clip === "text" ? "border-box" : clip,
    clip,
  };
}

/** `text-wrap: nowrap` keeps the lines of any `white-space` together (CSS Text 4, section 5). */
function wrapping(textWrap: Longhands["text-wrap"], whiteSpace: Longhands["white-space"]) {
  if (textWrap !== "nowrap") return { textWrap, whiteSpace };
  const noWrap = whiteSpace === "normal" || whiteSpace === "nowrap" ? "nowrap" : "pre";
  return { textWrap: "wrap", whiteSpace: noWrap } as const;
}

/** The initial values of all properties, as the style of a block. */
export const initialStyle: Style = toStyle(initialValues, {
  display: "block",
  fontSize: rootFontSize,
  opticalSize: rootFontSize,
  lang: undefined,
  inheritedDecorations: [],
}).style;

/** Fields of inherited properties with another name. */
const inheritedFields: ReadonlySet<string> = new Set([
  "lang",
  "textFill",
  "textStroke",
  "fontFeatures",
  "fontVariations",
  "opticalSize",
  "collapsesBorders",
]);

/** The fields of a style that descendants do not inherit, with their initial values. */
export const initialOwnStyle = Object.fromEntries(
  Object.entries(initialStyle).filter(([field]) => !isInherited(field)),
) as Partial<Style>;

function isInherited(field: string): boolean {
  const name = field.replace(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
  return inheritedFields.has(field) || (isLonghand(name) && longhands[name].isInherited === true);
}
