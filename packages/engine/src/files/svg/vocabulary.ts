import { svgAttributes, svgNames } from "@placard/templates/vocabulary";

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** The elements of SVG documents that are kept, besides removed ones. `a` is kept as `g`. */
export const keptElements = new Set([...svgNames, ...words("a switch style text tspan textPath")]);

/** The elements that are removed with their content: they can't be seen in an image, or would run. */
export const removedElements = words(`
  script metadata title desc view cursor
  animate animateColor animateMotion animateTransform set mpath discard`);

/** The attributes that are kept. All others can't change what is drawn, or would run. */
export const keptAttributes = new Set([
  ...svgAttributes,
  ...words(`
    class style xml:space rotate clip color-interpolation
    font font-family font-size font-style font-weight font-stretch font-variant text-rendering
    letter-spacing word-spacing text-anchor text-decoration dominant-baseline alignment-baseline baseline-shift
    writing-mode direction unicode-bidi white-space
    textLength lengthAdjust startOffset method spacing side`),
]);
