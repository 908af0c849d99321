import type { TemplateData } from "@placard/contracts";
import { compileTemplate } from "../language/compile-template.ts";
import type { SceneNode, Style } from "../scene/index.ts";

/** The fields of the compiled cards. */
const fields = {
  title: { type: "string", maxLength: 100 },
  kind: { type: "string", enum: ["news", "blog"] },
  tint: { type: "string", format: "color" },
  photo: { type: "string", format: "image-url" },
  tags: { type: "array", maxItems: 6, items: { type: "string" } },
  share: "number",
  changes: { type: "array", maxItems: 4, items: { tag: "string", text: "string" } },
};

/** Compiles a card with those fields, and others of `json`. */
export function compile(html: string, json: Record<string, unknown> = {}) {
  return compileTemplate({ template: { id: "card", name: "Card", fields, ...json }, html, assets: {} });
}

/** The scene of a document that compiles. */
export function scene(html: string, data: TemplateData = {}, size = { width: 1200, height: 630 }) {
  const { template, problems } = compile(html);
  if (!template) throw new Error(JSON.stringify(problems));
  return template.scene(data, size);
}

/** The element or image at a path. */
export function find(node: SceneNode, path: string): SceneNode | undefined {
  if (node.path === path && node.kind !== "text") return node;
  if (node.kind !== "element") return undefined;
  for (const child of node.children) {
    const found = find(child, path);
    if (found) return found;
  }
  return undefined;
}

/** The computed style of an element on a card. */
export function styleOf(
  html: string,
  path = "0",
  data: TemplateData = {},
  size = { width: 1200, height: 630 },
): Style {
  const node = find(scene(html, data, size).root, path);
  if (!node) throw new Error(`There is no element at ${path}`);
  return node.style;
}

/** The texts in a node, in their order. */
export function textsIn(node: SceneNode): string[] {
  if (node.kind === "text") return [node.text];
  return node.kind === "element" ? node.children.flatMap(textsIn) : [];
}

/** The texts on a card without white space around them. */
export function visibleTexts(html: string, data: TemplateData = {}): string[] {
  return textsIn(scene(html, data).root)
    .map((text) => text.trim())
    .filter((text) => text !== "");
}
