// Builds laid-out cards for the tests of painting.
import type { Border, CornerRadius, ElementNode, ImageSource, Style } from "@placard/templates/scene";
import { createCanvas } from "canvas";
import type { PlacedBox, PlacedElement, PlacedImage, Rect } from "../layout/placed.ts";
import type { Images } from "./images.ts";
import { createDisplayList } from "./display-list.ts";
import { paintScene } from "./paint-scene.ts";
import { startTimeSlice } from "./time-slice.ts";

const zero = { top: 0, right: 0, bottom: 0, left: 0 } as const;
const border: Border = { width: 0, style: "none", color: "#000000" };
const square: CornerRadius = { x: 0, y: 0 };
const center = { percent: 50, px: 0 } as const;

/** The initial values of all properties. */
const initialStyle: Style = {
  display: "block",
  position: "static",
  inset: { top: "auto", right: "auto", bottom: "auto", left: "auto" },
  width: "auto",
  height: "auto",
  minWidth: "auto",
  minHeight: "auto",
  maxWidth: "none",
  maxHeight: "none",
  aspectRatio: undefined,
  boxSizing: "border-box",
  margin: zero,
  padding: zero,
  border: { top: border, right: border, bottom: border, left: border },
  overflow: "visible",
  flexDirection: "row",
  flexWrap: "nowrap",
  flexGrow: 0,
  flexShrink: 1,
  flexBasis: "auto",
  order: 0,
  justifyContent: "normal",
  alignItems: "stretch",
  alignContent: "normal",
  alignSelf: "auto",
  rowGap: 0,
  columnGap: 0,
  zIndex: "auto",
  isVisible: true,
  opacity: 1,
  backgroundColor: "#00000000",
  background: [],
  borderRadius: { topLeft: square, topRight: square, bottomRight: square, bottomLeft: square },
  boxShadow: [],
  outline: border,
  outlineOffset: 0,
  transform: [],
  transformOrigin: { x: center, y: center },
  objectFit: "fill",
  objectPosition: { x: center, y: center },
  direction: "ltr",
  lang: undefined,
  color: "#000000",
  fontFamily: ["sans-serif"],
  fontSize: 16,
  fontWeight: 400,
  fontStyle: "normal",
  lineHeight: "normal",
  letterSpacing: 0,
  textAlign: "start",
  textWrap: "wrap",
  whiteSpace: "normal",
  wordBreak: "normal",
  overflowWrap: "normal",
  hyphens: "manual",
  textShadow: [],
  textDecoration: [],
  lineClamp: undefined,
  textOverflow: "clip",
  verticalAlign: "baseline",
};

/** An element with its border box as [x, y, width, height]. */
export function placed(
  [x, y, width, height]: readonly [number, number, number, number],
  style: Partial<Style> = {},
  children: readonly PlacedBox[] = [],
  texts: PlacedElement["texts"] = [],
): PlacedElement {
  const node: ElementNode = { kind: "element", path: "", style: { ...initialStyle, ...style }, children: [] };
  return { kind: "element", x, y, width, height, node, children, texts };
}

/** A replaced element with its border box as [x, y, width, height]. */
export function placedImage(
  [x, y, width, height]: readonly [number, number, number, number],
  source: ImageSource,
  style: Partial<Style> = {},
): PlacedImage {
  const node = { kind: "image", path: "", style: { ...initialStyle, ...style }, source } as const;
  return { kind: "image", x, y, width, height, node };
}

/** The same radius at all corners. */
export function rounded(radius: number): Style["borderRadius"] {
  const corner = { x: radius, y: radius };
  return { topLeft: corner, topRight: corner, bottomRight: corner, bottomLeft: corner };
}

/** The same border at all sides. */
export function bordered(width: number, color: string, style: Border["style"] = "solid"): Style["border"] {
  const side = { width, color, style };
  return { top: side, right: side, bottom: side, left: side };
}

export const noImages: Images = {
  remoteSize: () => undefined,
  pixels: () => undefined,
  ground: () => undefined,
};

/** The color of a painted card at a point, as `#rrggbb`. */
export type ColorAt = (x: number, y: number) => string;

/** Paints a card of 100 × 100 px, or of another size. */
export async function paint(
  root: PlacedElement,
  { images = noImages, width = 100, height = 100 }: { images?: Images } & Partial<Rect> = {},
): Promise<ColorAt> {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  context.textDrawingMode = "glyph";
  await paintScene(context, createDisplayList(root, images), {
    images,
    timeSlice: startTimeSlice(),
    width,
    height,
  });
  const { data } = context.getImageData(0, 0, width, height);
  return (x, y) => {
    const start = (y * width + x) * 4;
    return `#${Buffer.from(data.subarray(start, start + 3)).toString("hex")}`;
  };
}
