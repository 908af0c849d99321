import type { TemplateData, TextFit, Warning } from "@placard/contracts";
import { textFitWarning } from "@placard/contracts/text-fit-warning";
import { describeDateProblem, displayedTexts, type CompiledTemplate } from "@placard/templates";
import type { SceneNode, TextNode } from "@placard/templates/scene";
import { intersect } from "./intersect.ts";
import { missingGlyphs, type FontCoverage } from "../fonts/coverage.ts";
import { describeMarkup } from "./markup-in-text.ts";
import type { Line, PlacedBox, PlacedElement, Rect } from "./placed.ts";
import { turnedRect } from "./turned-lines.ts";
import { edgesIn, isBeyond, noEdges, type Edges } from "./visible-edges.ts";

/** How the text of a field was rendered. */
type Outcome = TextFit | "complete";

/** Characters named in one message. */
const maxNamedCharacters = 5;

/**
 * Warnings about the texts of a card, in the order of its template's fields. For each field: how its text
 * fitted, whether it leaves its box, missing glyphs, an invalid date, markup. Without a font coverage,
 * missing glyphs are not reported.
 */
export function textWarnings(
  template: CompiledTemplate,
  data: TemplateData,
  root: PlacedElement,
  coverage: FontCoverage | undefined,
): Warning[] {
  const found = findShown(root);
  const outcomes = outcomesIn(found);
  const inScene = new Set(fieldsIn(root.node));
  const warnings = displayedTexts(template, data).flatMap(({ field, value, isDate }): Warning[] => {
    const fit = outcomes.get(field) ?? (inScene.has(field) ? "omitted" : "hidden");
    const outcome = fit === "truncated" && found.beyondCard.has(field) ? "beyondCard" : fit;
    const isShown = fit === "complete" || fit === "truncated";
    const missing = coverage && isShown ? missingGlyphs(value, coverage) : [];
    const warn = (code: Warning["code"], message: string | undefined): Warning[] =>
      message === undefined ? [] : [{ code, field, message }];
    return [
      ...(outcome === "complete" ? [] : [textFitWarning(outcome, field)]),
      ...(outcome === "complete" && found.beyond.has(field) ? [beyondWarning(field, field)] : []),
      ...warn("glyph_missing", missing.length === 0 ? undefined : glyphMessage(field, missing)),
      ...warn("date_not_understood", isDate ? describeDateProblem(field, value) : undefined),
      ...warn("markup_in_text", describeMarkup(field, value)),
    ];
  });
  return [
    ...warnings,
    ...found.cutOff.slice(0, 1).map(cutOffWarning),
    ...found.fixedBeyond.slice(0, 1).map((text) => beyondWarning("template", shortened(text))),
  ];
}

/** The fields of all texts that the card has if there is room for them. */
function fieldsIn(node: SceneNode): readonly string[] {
  if (node.kind === "element") return node.children.flatMap(fieldsIn);
  if (node.kind === "image") return node.svgText?.runs.flatMap((run) => run.node.fields) ?? [];
  return node.kind === "text" ? node.fields : [];
}

/** The first text of the template itself that the edge of the card cuts off. */
function cutOffWarning(text: string): Warning {
  const message = `The text “${shortened(text)}” of the template is cut off by the edge of the card. Move it, let it wrap, or request a larger image.`;
  return { code: "text_truncated", field: "template", message };
}

function beyondWarning(field: string, name: string): Warning {
  const message = `“${name}” extends beyond its box. Shorten it, let it wrap, or make the box larger.`;
  return { code: "text_overflow", field, message };
}

function shortened(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}

function glyphMessage(field: string, missing: readonly string[]): string {
  const names = missing.slice(0, maxNamedCharacters).map(nameOf).join(", ");
  const more = missing.length > maxNamedCharacters ? ` and ${missing.length - maxNamedCharacters} more` : "";
  return `No font has ${names}${more} of “${field}”; boxes are shown instead. Replace the characters or install a font that has them.`;
}

/** As U+1F600, followed by the character itself if it can be printed. */
function nameOf(character: string): string {
  const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return /[\p{C}\p{M}]/u.test(character) ? `U+${hex}` : `U+${hex} (${character})`;
}

interface Shown {
  readonly card: Rect;
  /** How much of each text node is visible, by its characters without white space. */
  readonly lengths: Map<TextNode, number>;
  /** First letters with a style of their own, by the path of the text that follows. */
  readonly firstLetters: Map<string, string>;
  /** Texts without data, of which the edge of the card hides a part. */
  readonly cutOff: string[];
  /** Fields of which the edge of the card hides a part of a text. */
  readonly beyondCard: Set<string>;
  /** Fields of which a text leaves the box that visibly holds it. */
  readonly beyond: Set<string>;
  /** Texts without data that do. */
  readonly fixedBeyond: string[];
}

/** What surrounds a text. */
interface Place {
  /** The visible part of the card. */
  readonly clip: Rect;
  readonly edges: Edges;
}

function findShown(root: PlacedElement): Shown {
  const { x, y, width, height } = root;
  const card = { x, y, width, height };
  const found: Shown = {
    card,
    lengths: new Map(),
    firstLetters: new Map(),
    cutOff: [],
    beyondCard: new Set(),
    beyond: new Set(),
    fixedBeyond: [],
  };
  collectElement(root, { clip: card, edges: noEdges }, found);
  return found;
}

/**
 * The outcomes of the fields that a card shows. Quotation marks around a value are separate texts: a field is
 * truncated unless all its texts are complete or all were omitted.
 */
function outcomesIn({ lengths }: Shown): Map<string, Outcome> {
  const byField = new Map<string, Outcome>();
  for (const [node, length] of lengths) {
    const outcome = outcomeOf(node, length);
    for (const field of node.fields)
      byField.set(field, (byField.get(field) ?? outcome) === outcome ? outcome : "truncated");
  }
  return byField;
}

function outcomeOf({ text }: TextNode, shownLength: number): Outcome {
  const length = visibleLength(text);
  if (length > 0 && shownLength === 0) return "omitted";
  return shownLength < length ? "truncated" : "complete";
}

/** Soft hyphens are not shown, and line breaks add hyphens; both count as white space. */
const ignored = /[\s\p{Cc}\p{Cf}\p{Mn}\u2010]/gu;

function visibleLength(text: string): number {
  return text.replace(ignored, "").length;
}

/** `outer`: what surrounds the element. */
function collectElement(element: PlacedElement, outer: Place, shown: Shown): void {
  const { overflow, transform } = element.node.style;
  // A transformed element may be anywhere: its text counts as visible.
  const clip = transform.length > 0 ? everywhere : outer.clip;
  const place: Place = {
    clip: overflow !== "visible" ? (intersect(clip, element) ?? nowhere) : clip,
    edges: edgesIn(element, outer.edges),
  };
  for (const text of element.texts) {
    for (const line of text.lines) collectLine(line, text.isVertical, place, shown);
    if (text.isTruncated) for (const node of textNodesIn(element.node.children)) count(shown, node, 0);
  }
  for (const child of element.children) collectBox(child, place, shown);
}

function collectBox(box: PlacedBox, place: Place, shown: Shown): void {
  if (box.kind === "element") return collectElement(box, place, shown);
  // Positions in an SVG are the author's.
  for (const { fragments } of box.texts)
    for (const { node, text } of fragments) count(shown, node, visibleLength(text));
}

function collectLine(line: Line, isVertical: boolean | undefined, place: Place, shown: Shown): void {
  for (const fragment of line.fragments) {
    if (fragment.kind === "atomic") collectBox(fragment.box, place, shown);
    if (fragment.kind !== "text") continue;
    const { node, text } = fragment;
    const [follower, isFirst] = node.path.split(/\/?::first-letter/u);
    if (isFirst !== undefined) shown.firstLetters.set(follower!, text);
    const written = `${shown.firstLetters.get(node.path) ?? ""}${node.text.trim()}`;
    const length = visibleLength(text);
    const share = visibleShare(turnedRect(fragment, isVertical), place.clip);
    count(shown, node, share === 1 ? length : Math.max(0, Math.min(Math.ceil(share * length), length - 1)));
    // Signs and generated texts are mostly decoration.
    const isFixed = node.fields.length === 0 && /[\p{L}\p{N}]/u.test(text) && !node.path.includes("::");
    if (share < 1 && isSame(place.clip, shown.card)) {
      if (isFixed) shown.cutOff.push(written);
      for (const field of node.fields) shown.beyondCard.add(field);
    }
    if (share < 1 || length === 0 || !isBeyond(fragment, isVertical, place.edges)) continue;
    if (isFixed) shown.fixedBeyond.push(written);
    for (const field of node.fields) shown.beyond.add(field);
  }
}

function count({ lengths }: Shown, node: TextNode, length: number): void {
  lengths.set(node, (lengths.get(node) ?? 0) + length);
}

function textNodesIn(nodes: readonly SceneNode[]): TextNode[] {
  return nodes.flatMap((node) => {
    if (node.kind === "text") return [node];
    return node.kind === "element" && node.style.display === "inline" ? textNodesIn(node.children) : [];
  });
}

const everywhere: Rect = { x: -1e9, y: -1e9, width: 2e9, height: 2e9 };
const nowhere: Rect = { x: 0, y: 0, width: 0, height: 0 };

function isSame(a: Rect, b: Rect): boolean {
  return a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;
}

/** The visible share of a text: 1 if at least half of its height and most of its width are visible. */
function visibleShare(text: Rect, clip: Rect): number {
  const { width, height } = intersect(text, clip) ?? nowhere;
  if (height >= text.height / 2 && width >= text.width - text.height / 4) return 1;
  return height < text.height / 2 ? 0 : width / text.width;
}
