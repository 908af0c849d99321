import type * as scenes from "@placard/templates/scene";

/** A fitted font size: its limits, and what the layout has chosen so far. */
export interface Fit extends scenes.Fit {
  /** Pixels. */
  size: number;
  /** A lower limit than `line-clamp`, for a text that does not fit at its smallest size. */
  maxLines?: number;
}

// The layout changes fitted sizes in its own copy of a scene to find the largest that fit.
export type ElementNode = scenes.ElementNode<Fit>;
export type TextNode = scenes.TextNode<Fit>;
export type ImageNode = scenes.ImageNode<Fit>;
export type BreakNode = scenes.BreakNode<Fit>;
export type SceneNode = scenes.SceneNode<Fit>;
export type Scene = scenes.Scene<Fit>;

/** Copies a scene for a layout, with the largest of the fitted sizes. */
export function copyScene(scene: scenes.Scene): Scene {
  const fits = new Map<scenes.Fit, Fit>();
  const fitOf = (fit: scenes.Fit): Fit => {
    let own = fits.get(fit);
    if (!own) fits.set(fit, (own = { min: fit.min, max: fit.max, size: fit.max }));
    return own;
  };
  const withFit = (fit: scenes.Fit | undefined) => (fit ? { fit: fitOf(fit) } : {});
  const copyElement = ({ fit, children, ...node }: scenes.ElementNode): ElementNode => ({
    ...node,
    children: children.map(copy),
    ...withFit(fit),
  });
  const copyText = ({ fit, ...text }: scenes.TextNode): TextNode => ({ ...text, ...withFit(fit) });
  const copyImage = ({ fit, svgText, ...image }: scenes.ImageNode): ImageNode => ({
    ...image,
    ...withFit(fit),
    ...(svgText && {
      svgText: { ...svgText, runs: svgText.runs.map((run) => ({ ...run, node: copyText(run.node) })) },
    }),
  });
  const copy = (node: scenes.SceneNode): SceneNode => {
    if (node.kind === "element") return copyElement(node);
    if (node.kind === "image") return copyImage(node);
    if (node.kind === "text") return copyText(node);
    const { fit, ...rest } = node;
    return { ...rest, ...withFit(fit) };
  };
  return { ...scene, root: copyElement(scene.root) };
}
