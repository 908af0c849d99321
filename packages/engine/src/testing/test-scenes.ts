import type {
  BorderStyle,
  ElementNode,
  Fit,
  ImageNode,
  ImageSource,
  Scene,
  SceneNode,
  Sides,
  Style,
} from "@placard/templates/scene";
import { initialOwnStyle, initialStyle } from "@placard/templates";
import type { Placement } from "../layout/boxes/place-boxes.ts";
import type { CreateInlineFormatter } from "../layout/inline-content.ts";
import { SceneLayout } from "../layout/lay-out-scene.ts";
import type { PlacedBox, PlacedElement, PlacedText } from "../layout/placed.ts";
import { createFixedWidthFormatter } from "./fixed-width-text.ts";

/** Lays out a scene once, with the largest fitted sizes. Pixels are fractions; painting rounds them. */
export function layOutScene(scene: Scene, createInlineFormatter: CreateInlineFormatter): Placement {
  const none = { remoteImageSize: () => undefined, isDropped: () => false, pause: () => {} };
  return new SceneLayout(scene, { createInlineFormatter, ...none }).layOut();
}

const rootStyle: Style = { ...initialStyle, fontSize: 10, lineHeight: 20 };

type SideValues<T> = T | Partial<Sides<T>>;

const alignments = [
  "justifyContent",
  "justifyItems",
  "justifySelf",
  "alignContent",
  "alignItems",
  "alignSelf",
] as const;
type AlignmentName = (typeof alignments)[number];

/** A keyword of an alignment. */
type Keyword<A> = A extends { readonly position: infer P extends string } ? P | `safe ${P}` : A;

/** A style in tests: sides for all or some, `border` as a width, alignments as in CSS. */
export type TestStyle = Partial<Omit<Style, "margin" | "padding" | "inset" | "border" | AlignmentName>> & {
  readonly [Name in AlignmentName]?: Keyword<Style[Name]>;
} & {
  readonly margin?: SideValues<Style["margin"]["top"]>;
  readonly padding?: SideValues<Style["padding"]["top"]>;
  readonly inset?: SideValues<Style["inset"]["top"]>;
  readonly border?: SideValues<number>;
  readonly fit?: Fit;
  readonly drop?: number;
};

/** An element, image or text before styles are inherited. */
export type TestNode =
  | string
  | { readonly style: TestStyle; readonly children: readonly TestNode[] }
  | { readonly style: TestStyle; readonly source: ImageSource | undefined };

/** An element with children; a `div` unless its style says otherwise. */
export function element(style: TestStyle, ...children: TestNode[]): TestNode {
  return { style, children };
}

export function image(style: TestStyle, width: number, height: number): TestNode {
  return { style: { display: "inline", ...style }, source: { kind: "asset", id: "image", width, height } };
}

/** A scene whose root has a style; a string `"\n"` is a forced line break. */
export function sceneOf(width: number, height: number, root: TestNode): Scene {
  const node = nodeOf(root, rootStyle, undefined, "");
  if (node.kind !== "element") throw new Error("The root must be an element.");
  return { width, height, direction: node.style.direction, root: node, fontFaces: [] };
}

function nodeOf(node: TestNode, parent: Style, parentFit: Fit | undefined, path: string): SceneNode {
  const inheritedFit = parentFit ? { fit: parentFit } : {};
  if (node === "\n") return { kind: "break", path, style: parent, ...inheritedFit };
  if (typeof node === "string") {
    return { kind: "text", path, style: parent, text: node, fields: [], ...inheritedFit };
  }
  const { fit = parentFit, drop, ...own } = node.style;
  const style = styleOf(own, parent);
  const base = { path, style, ...(fit ? { fit } : {}), ...(drop === undefined ? {} : { drop }) };
  if ("source" in node) {
    return { kind: "image", ...base, ...(node.source ? { source: node.source } : {}) } satisfies ImageNode;
  }
  const children = node.children.map((child, i) =>
    nodeOf(child, style, fit, path === "" ? `${i}` : `${path}/${i}`),
  );
  return { kind: "element", ...base, children } satisfies ElementNode;
}

function styleOf(
  { margin = 0, padding = 0, inset = "auto", border = 0, ...own }: TestStyle,
  parent: Style,
): Style {
  const widths = sides(border, 0);
  const aligned = alignments.flatMap((name) => {
    const keyword = own[name];
    if (keyword === undefined || keyword === "auto") return [];
    return [[name, { position: keyword.replace("safe ", ""), isSafe: keyword.startsWith("safe ") }]];
  });
  const side = (width: number) => {
    const style: BorderStyle = width > 0 ? "solid" : "none";
    return { width, style, color: "#000000" };
  };
  return {
    ...parent,
    ...initialOwnStyle,
    ...(own as unknown as Partial<Style>),
    ...(Object.fromEntries(aligned) as Partial<Style>),
    margin: sides(margin, 0),
    padding: sides(padding, 0),
    inset: sides<Style["inset"]["top"]>(inset, "auto"),
    border: {
      top: side(widths.top),
      right: side(widths.right),
      bottom: side(widths.bottom),
      left: side(widths.left),
    },
  };
}

function sides<T>(value: SideValues<T>, initial: T): Sides<T> {
  if (typeof value === "object" && value !== null && !("percent" in value) && !("em" in value)) {
    return { top: initial, right: initial, bottom: initial, left: initial, ...value };
  }
  return { top: value as T, right: value as T, bottom: value as T, left: value as T };
}

/** The rectangles of all boxes of a scene by path. */
export function layOutRects(scene: Parameters<typeof layOutScene>[0]): Record<string, number[]> {
  return rectsOf(layOutScene(scene, createFixedWidthFormatter).root);
}

/** Rectangles as text: `x y width height` of each. */
export function rectsToText(rects: readonly (readonly number[] | undefined)[]): string {
  return rects.map((rect) => rect?.join(" ") ?? "none").join(", ");
}

/** The rectangles `[x, y, width, height]` of all boxes by path, including inline-blocks. */
export function rectsOf(root: PlacedElement): Record<string, number[]> {
  const rects: Record<string, number[]> = {};
  const addTexts = (texts: readonly PlacedText[]) => {
    for (const { lines } of texts) {
      for (const { fragments } of lines) {
        for (const fragment of fragments) if (fragment.kind === "atomic") add(fragment.box);
      }
    }
  };
  const add = (box: PlacedBox) => {
    rects[box.node.path] = [box.x, box.y, box.width, box.height];
    if (box.kind === "image") return;
    for (const child of box.children) add(child);
    addTexts(box.texts);
  };
  add(root);
  return rects;
}
