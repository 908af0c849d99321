import type { Scene, SceneNode, Style, TextNode } from "@placard/templates/scene";
import type { Typefaces } from "./typefaces.ts";

/** The size of synthesized small capitals as a share of the font size, in whole pixels, as in Chromium. */
const scale = 0.7;

/** Letters that have a capital, with the marks on them. */
const smallLetters = /((?:\p{Changes_When_Uppercased}\p{M}*)+)/u;

const features = { normal: [], "small-caps": ["smcp"], "all-small-caps": ["smcp", "c2sc"] } as const;

/** Replaces small letters by smaller capitals where a font has no small ones (CSS Fonts 4, section 6.6). */
export function synthesizeSmallCaps(scene: Scene, typefaces: Typefaces): Scene {
  const synthesized = new Map<Style, Style | undefined>();
  const smallStyle = (style: Style) => {
    const tags = features[style.fontVariantCaps];
    if (tags.length === 0) return undefined;
    if (!synthesized.has(style)) {
      const { fontSize } = style;
      const size = typeof fontSize === "number" ? Math.round(fontSize * scale) : { em: fontSize.em * scale };
      const hasGlyphs = typefaces.hasFeatures(style, tags);
      synthesized.set(style, hasGlyphs ? undefined : { ...style, fontSize: size });
    }
    return synthesized.get(style);
  };
  const convert = (node: SceneNode): readonly SceneNode[] => {
    if (node.kind === "text") {
      const small = smallStyle(node.style);
      return small ? split(node, small) : [node];
    }
    return node.kind === "element" ? [{ ...node, children: node.children.flatMap(convert) }] : [node];
  };
  const usesCaps = (node: SceneNode): boolean =>
    node.kind === "text"
      ? node.style.fontVariantCaps !== "normal"
      : node.kind === "element" && node.children.some(usesCaps);
  if (!usesCaps(scene.root)) return scene;
  return { ...scene, root: { ...scene.root, children: scene.root.children.flatMap(convert) } };
}

function split(node: TextNode, small: Style): TextNode[] {
  const language = /^(?:tr|az)\b/u.test(node.style.lang ?? "") ? "tr" : "en";
  if (node.style.fontVariantCaps === "all-small-caps")
    return [{ ...node, style: small, text: node.text.toLocaleUpperCase(language) }];
  return node.text.split(smallLetters).flatMap((text, index) => {
    if (text === "") return [];
    return index % 2 === 0
      ? { ...node, text }
      : { ...node, style: small, text: text.toLocaleUpperCase(language) };
  });
}
