import type {
  BackgroundLayer,
  Border,
  LayoutStyle,
  Style,
  TextDecoration,
  TextStyle,
} from "../../scene/index.ts";
import type { Longhands } from "../css/properties/longhands.ts";

/** What a style depends on besides the computed values of its own properties. */
interface Surroundings {
  readonly display: LayoutStyle["display"];
  readonly fontSize: TextStyle["fontSize"];
  readonly lang: string | undefined;
  /** The decorations of the ancestors that extend to this element. */
  readonly inheritedDecorations: readonly TextDecoration[];
}

/** A background layer whose image is that of a data field. */
export interface DataLayer {
  /** The index in `Style.background`. */
  readonly layer: number;
  readonly placeholder: string;
}

/**
 * Assembles the style of an element from its computed values. It is one object literal, because all styles then have the same
 * hidden class: reading them is several times faster than if they were put together from parts.
 */
export function toStyle(
  values: Longhands,
  { display, fontSize, lang, inheritedDecorations }: Surroundings,
): { style: Style; dataLayers: readonly DataLayer[] } {
  const { layers, dataLayers } = toBackground(values);
  // A color that doesn't reach below the border is a layer of its own: the style has no clip for it.
  const colorClip = values["background-clip"].at(-1) ?? "border-box";
  const isColorLayer = colorClip !== "border-box" && values["background-color"] !== "#00000000";
  const isReversed = values["flex-direction"].endsWith("-reverse");
  const isWrapReversed = values["flex-wrap"] === "wrap-reverse";
  const { "aspect-ratio": aspectRatio, "line-clamp": lineClamp } = values;
  const { textWrap, whiteSpace } = wrapping(values["text-wrap"], values["white-space"]);
  const style: Style = {
    display,
    position: values.position,
    inset: { top: values.top, right: values.right, bottom: values.bottom, left: values.left },
    width: values.width,
    height: values.height,
    minWidth: values["min-width"],
    minHeight: values["min-height"],
    maxWidth: values["max-width"],
    maxHeight: values["max-height"],
    aspectRatio: aspectRatio === "auto" ? undefined : aspectRatio,
    boxSizing: values["box-sizing"],
    margin: {
      top: values["margin-top"],
      right: values["margin-right"],
      bottom: values["margin-bottom"],
      left: values["margin-left"],
    },
    padding: {
      top: values["padding-top"],
      right: values["padding-right"],
      bottom: values["padding-bottom"],
      left: values["padding-left"],
    },
    border: {
      top: border(values["border-top-width"], values["border-top-style"], values["border-top-color"]),
      right: border(values["border-right-width"], values["border-right-style"], values["border-right-color"]),
      bottom: border(
        values["border-bottom-width"],
        values["border-bottom-style"],
        values["border-bottom-color"],
      ),
      left: border(values["border-left-width"], values["border-left-style"], values["border-left-color"]),
    },
    overflow: values.overflow,
    flexDirection: values["flex-direction"],
    flexWrap: values["flex-wrap"],
    flexGrow: values["flex-grow"],
    flexShrink: values["flex-shrink"],
    flexBasis: values["flex-basis"],
    order: values.order,
    justifyContent: flexRelative(values["justify-content"], isReversed),
    alignItems: flexRelative(values["align-items"], isWrapReversed),
    alignContent: flexRelative(values["align-content"], isWrapReversed),
    // The container of the item decides whether its lines are reversed; `start` of an item is close enough to `flex-start`.
    alignSelf: flexRelative(values["align-self"], false),
    rowGap: values["row-gap"],
    columnGap: values["column-gap"],
    zIndex: values["z-index"],
    isVisible: values.visibility === "visible",
    opacity: values.opacity,
    backgroundColor: isColorLayer ? "#00000000" : values["background-color"],
    background: isColorLayer ? [...layers, colorLayer(values["background-color"], colorClip)] : layers,
    borderRadius: {
      topLeft: values["border-top-left-radius"],
      topRight: values["border-top-right-radius"],
      bottomRight: values["border-bottom-right-radius"],
      bottomLeft: values["border-bottom-left-radius"],
    },
    boxShadow: values["box-shadow"],
    outline: border(values["outline-width"], values["outline-style"], values["outline-color"]),
    outlineOffset: values["outline-offset"],
    transform: transforms(values),
    transformOrigin: values["transform-origin"],
    objectFit: values["object-fit"],
    objectPosition: values["object-position"],
    direction: values.direction,
    lang,
    color: values.color,
    fontFamily: values["font-family"],
    fontSize,
    fontWeight: values["font-weight"],
    fontStyle: values["font-style"],
    lineHeight: values["line-height"],
    letterSpacing: values["letter-spacing"],
    textAlign: values["text-align"],
    textWrap,
    whiteSpace,
    wordBreak: values["word-break"],
    overflowWrap: values["overflow-wrap"],
    hyphens: values.hyphens,
    textShadow: values["text-shadow"],
    textDecoration: decorations(values, inheritedDecorations, fontSize),
    lineClamp: lineClamp === "none" ? undefined : lineClamp,
    textOverflow: values["text-overflow"],
    verticalAlign: values["vertical-align"],
  };
  return { style, dataLayers };
}

/** `translate`, `rotate` and `scale` come before `transform` (CSS Transforms 2, section 10). */
function transforms({ translate, rotate, scale, transform }: Longhands): Style["transform"] {
  const hasOwn = translate.length + rotate.length + scale.length > 0;
  return hasOwn ? [...translate, ...rotate, ...scale, ...transform] : transform;
}

/** The decorations of the element below those of its ancestors. */
function decorations(
  values: Longhands,
  inherited: readonly TextDecoration[],
  fontSize: TextStyle["fontSize"],
): readonly TextDecoration[] {
  const lines = values["text-decoration-line"];
  if (lines.length === 0) return inherited;
  const thickness = values["text-decoration-thickness"];
  // As in Chromium. It is that of the element with the decoration, also for descendants with another font size.
  const autoThickness = typeof fontSize === "number" ? fontSize / 10 : { em: fontSize.em / 10 };
  const own = lines.map((line): TextDecoration => ({
    line,
    style: values["text-decoration-style"],
    color: values["text-decoration-color"],
    thickness: thickness === "auto" ? autoThickness : thickness,
    offset: values["text-underline-offset"],
  }));
  return [...inherited, ...own];
}

/** `start` and `end` ignore that a container is reversed, `flex-start` and `flex-end` follow it. */
function flexRelative<T extends string>(
  value: T | "start" | "end",
  isReversed: boolean,
): Exclude<T, "start" | "end"> | "flex-start" | "flex-end" {
  if (value === "start" || value === "end") {
    return (value === "start") === isReversed ? "flex-end" : "flex-start";
  }
  return value as Exclude<T, "start" | "end">;
}

/** The width of a border without a style is 0 (CSS Backgrounds 3, section 3.3). */
function border(width: number, style: Border["style"], color: Border["color"]): Border {
  return { width: style === "none" ? 0 : width, style, color };
}

/** The layers with an image. Lists that are shorter than that of the images are repeated (CSS Backgrounds 3, section 2.1). */
function toBackground(values: Longhands): { layers: BackgroundLayer[]; dataLayers: DataLayer[] } {
  const layers: BackgroundLayer[] = [];
  const dataLayers: DataLayer[] = [];
  const nth = <T>(list: readonly T[], index: number): T => list[index % list.length]!;
  for (const [index, image] of values["background-image"].entries()) {
    if (image === "none") continue;
    if (image.kind === "data") dataLayers.push({ layer: layers.length, placeholder: image.placeholder });
    layers.push({
      image: image.kind === "data" ? { kind: "remote", url: "", field: "" } : image,
      size: nth(values["background-size"], index),
      position: nth(values["background-position"], index),
      repeat: nth(values["background-repeat"], index),
      origin: nth(values["background-origin"], index),
      clip: nth(values["background-clip"], index),
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
    origin: clip,
    clip,
  };
}

/** `text-wrap: nowrap` keeps the lines of any `white-space` together (CSS Text 4, section 5). */
function wrapping(
  textWrap: Longhands["text-wrap"],
  whiteSpace: TextStyle["whiteSpace"],
): Pick<TextStyle, "textWrap" | "whiteSpace"> {
  if (textWrap !== "nowrap") return { textWrap, whiteSpace };
  return {
    textWrap: "wrap",
    whiteSpace: whiteSpace === "normal" || whiteSpace === "nowrap" ? "nowrap" : "pre",
  };
}
