import { getOrInsert } from "@placard/contracts/maps";
import { initialOwnStyle } from "@placard/templates";
import type { ElementNode, ImageNode, SceneNode, Style, TextNode } from "@placard/templates/scene";
import { fitsOf } from "../fitted-sizes.ts";
import type { CreateInlineFormatter, FormatterOf, InlineItem, Pause } from "../inline-content.ts";
import { isContainingBlock } from "../containing-block.ts";
import { hasVerticalLines } from "../turned-lines.ts";
import { BlockContainer } from "./block-container.ts";
import type { AbsoluteChild, Box, BoxSource } from "./box.ts";
import { FlexContainer } from "./flex-container.ts";
import { buildTable } from "./build-table.ts";
import { GridContainer } from "./grid-container.ts";
import { AtomicChild, InlineContainer } from "./inline-container.ts";
import { isTablePart, isWhiteSpace } from "./table-grid.ts";
import { naturalSizeOf, ReplacedBox, type RemoteImageSize } from "./replaced.ts";
import { VerticalText } from "./vertical-text.ts";

export interface BoxTreeOptions {
  readonly createInlineFormatter: CreateInlineFormatter;
  readonly remoteImageSize: RemoteImageSize;
  readonly isDropped: (node: ElementNode | ImageNode) => boolean;
  readonly pause: Pause;
}

export interface BoxTree {
  readonly root: Box;
  /** The boxes whose layout depends on a fitted font size. */
  readonly fitted: ReadonlySet<Box>;
}

/** Builds the box tree of an element (CSS 2.2, section 9.2; CSS Flexbox 1, section 4). */
export function buildBoxTree(root: ElementNode, options: BoxTreeOptions): BoxTree {
  const builder = new BoxTreeBuilder(options);
  return { root: builder.build(root, true), fitted: builder.fitted };
}

export class BoxTreeBuilder {
  readonly fitted = new Set<Box>();
  readonly options: BoxTreeOptions;
  private nextIndex = 0;
  private readonly anonymousStyles = new Map<Style, Style>();

  constructor(options: BoxTreeOptions) {
    this.options = options;
  }

  /** `isIndependent`: whether its parent makes it an independent formatting context. */
  build(node: ElementNode | ImageNode, isIndependent: boolean): Box {
    const { style } = node;
    if (node.kind === "element" && style.display === "table")
      return buildTable(this, node, this.createSource(node), node.children);
    if (node.kind === "image") {
      const source = this.createSource(node);
      const texts = (node.svgText?.runs ?? []).map((run) =>
        this.options.createInlineFormatter([{ kind: "text", node: run.node }], run.node),
      );
      const natural = node.source && naturalSizeOf(node.source, this.options.remoteImageSize);
      return this.register(new ReplacedBox(source, natural, texts));
    }
    const { display } = style;
    if (display === "flex" || display === "inline-flex") {
      return this.buildItemContainer(node, FlexContainer);
    }
    if (display === "grid" || display === "inline-grid") {
      return this.buildItemContainer(node, GridContainer);
    }
    const isFormattingContext =
      isIndependent ||
      style.overflow === "hidden" ||
      style.lineClamp !== undefined ||
      style.alignContent.position !== "normal" ||
      display === "inline-block" ||
      display === "flow-root";
    return this.buildFlow({ ...this.createSource(node), isFormattingContext }, node, node.children);
  }

  private buildItemContainer(node: ElementNode, Container: typeof FlexContainer | typeof GridContainer): Box {
    const source = this.createSource(node);
    const children: Box[] = [];
    const absolutes: AbsoluteChild[] = [];
    let run: FlowContent | undefined;
    const finishRun = () => {
      if (run) children.push(...run.finish());
      run = undefined;
    };
    for (const child of node.children) {
      if (child.kind === "text" || child.kind === "break") {
        run ??= new FlowContent(this, node, this.anonymousStyle(node.style));
        run.add([child]);
        continue;
      }
      if (this.options.isDropped(child)) continue;
      if (child.style.position === "absolute") {
        absolutes.push(this.buildAbsolute(child, children.length));
        continue;
      }
      finishRun();
      children.push(this.build(child, true));
    }
    finishRun();
    return this.register(new Container(source, children, absolutes));
  }

  buildAbsolute(node: ElementNode | ImageNode, after: number): AbsoluteChild {
    return { box: this.build(node, true), after, marked: undefined, inlineContainer: undefined };
  }

  /** Remembers a box if its own, its text's or a child's layout depends on a fitted font size. */
  register(box: Box): Box {
    box.pause = this.options.pause;
    const isFitted = box.fit !== undefined || (box instanceof InlineContainer && box.fits.length > 0);
    if (isFitted || box.children.some((child) => this.fitted.has(child))) this.fitted.add(box);
    return box;
  }

  /** A block container with content of its own. */
  buildFlow(source: BoxSource, parent: ElementNode, nodes: readonly SceneNode[]): Box {
    const flow = new FlowContent(this, parent, source.style);
    flow.add(nodes);
    return flow.createContainer(source);
  }

  createSource(node: ElementNode | ImageNode): BoxSource {
    const { style, fit } = node;
    return { node, style, fit, isFormattingContext: true, index: this.nextIndex++ };
  }

  createAnonymousSource({ style, fit }: ElementNode): BoxSource {
    const anonymous = this.anonymousStyle(style);
    return { node: undefined, style: anonymous, fit, isFormattingContext: false, index: this.nextIndex++ };
  }

  /**
   * The style of an anonymous box: inherited values, and initial values of all other properties. One object
   * for each parent saves work: its fonts are then looked up once.
   */
  anonymousStyle(parent: Style): Style {
    return getOrInsert(this.anonymousStyles, parent, () => ({ ...parent, ...initialOwnStyle }));
  }
}

/** An absolutely positioned child, and the number of inline items before it. */
interface RunAbsolute {
  readonly absolute: AbsoluteChild;
  readonly itemIndex: number;
}

/** Collects the content of a block container: blocks, and runs of inline content between them. */
class FlowContent {
  private readonly builder: BoxTreeBuilder;
  private readonly parent: ElementNode;
  /** The style of the container of the lines. */
  private readonly lineStyle: Style;
  private readonly blocks: Box[] = [];
  private readonly absolutes: AbsoluteChild[] = [];
  private items: InlineItem[] = [];
  private atomics: AtomicChild[] = [];
  private runAbsolutes: RunAbsolute[] = [];
  private hasContent = false;
  /** Whether list markers stand outside of the line, which may be that of the next block. */
  private hasMarkers = false;
  private readonly openElements: ElementNode[] = [];

  constructor(builder: BoxTreeBuilder, parent: ElementNode, lineStyle: Style) {
    this.builder = builder;
    this.parent = parent;
    this.lineStyle = lineStyle;
  }

  add(nodes: readonly SceneNode[]): void {
    for (const [index, node] of nodes.entries()) {
      if (isTablePart(node)) {
        if (index === 0 || !continuesTable(nodes, index)) this.addAnonymousTable(nodes.slice(index));
      } else if (node.kind === "text") {
        this.items.push({ kind: "text", node });
        this.hasContent ||= !isCollapsible(node);
      } else if (node.kind === "break") {
        this.items.push({ kind: "break", node });
        this.hasContent = true;
      } else if (!this.builder.options.isDropped(node)) this.addElement(node);
    }
  }

  private addElement(node: ElementNode | ImageNode): void {
    const { display, position } = node.style;
    if (position === "absolute") this.addAbsolute(node);
    else if (isBlockLevel(display)) this.addBlock(node);
    else if (node.kind === "image" || display !== "inline") {
      const atomic = new AtomicChild(this.builder.build(node, true), hasVerticalLines(this.lineStyle));
      this.atomics.push(atomic);
      this.items.push({ kind: "atomic", node, box: atomic });
      if (node.kind === "element" && node.isOutsideMarker) this.hasMarkers = true;
      else this.hasContent = true;
    } else {
      this.items.push({ kind: "open", node });
      this.hasContent ||= hasInlineEdges(node.style);
      this.openElements.push(node);
      this.add(node.children);
      this.openElements.pop();
      this.items.push({ kind: "close", node });
    }
  }

  /** A block ends the run of inline content, inline elements around it included, which continue after it. */
  private addBlock(node: ElementNode | ImageNode): void {
    for (const open of this.openElements.toReversed()) this.items.push({ kind: "close", node: open });
    this.finishRun();
    this.blocks.push(this.builder.build(this.trimmed(node), false));
    for (const open of this.openElements) this.items.push({ kind: "open", node: open });
  }

  /** The first and the last block are trimmed with the block around them (CSS Inline 3, section 5.2). */
  private trimmed(node: ElementNode | ImageNode): ElementNode | ImageNode {
    const { textBox } = this.lineStyle;
    if (!textBox || node.kind === "image" || node.style.display !== "block") return node;
    const { padding, border } = node.style;
    const isInside = (side: "top" | "bottom") => padding[side] === 0 && border[side].width === 0;
    const own = node.style.textBox;
    const isFirst = this.blocks.length === 0 && isInside("top");
    const isLast = node === this.lastBlock && isInside("bottom");
    const over = (isFirst ? textBox.over : undefined) ?? own?.over;
    const under = (isLast ? textBox.under : undefined) ?? own?.under;
    return over || under ? { ...node, style: { ...node.style, textBox: { over, under } } } : node;
  }

  /** The last child in the flow if it is not text. */
  private get lastBlock(): SceneNode | undefined {
    return this.parent.children.findLast(
      (node) => !(node.kind === "text" && isCollapsible(node)) && node.style.position !== "absolute",
    );
  }

  /** Parts of a table without a table around them (CSS Tables 3, section 2.2). */
  private addAnonymousTable(nodes: readonly SceneNode[]): void {
    const end = nodes.findIndex((node) => !isTablePart(node) && !isWhiteSpace(node));
    const source = { ...this.builder.createAnonymousSource(this.parent), isFormattingContext: true };
    this.finishRun();
    const parts = end < 0 ? nodes : nodes.slice(0, end);
    this.blocks.push(buildTable(this.builder, this.parent, source, parts));
  }

  private addAbsolute(node: ElementNode | ImageNode): void {
    const absolute = this.builder.buildAbsolute(node, this.blocks.length);
    const inlineContainer = this.openElements.findLast(({ style }) => isContainingBlock(style));
    this.runAbsolutes.push({ absolute: { ...absolute, inlineContainer }, itemIndex: this.items.length });
  }

  /** An absolutely positioned child in a line, with an empty inline box where it stands if that matters. */
  private inLine({ absolute, itemIndex }: RunAbsolute): AbsoluteChild {
    const { node } = absolute.box;
    if (!node) return absolute;
    const { inset } = node.style;
    const isStatic =
      (inset.left === "auto" && inset.right === "auto") || (inset.top === "auto" && inset.bottom === "auto");
    if (!isStatic) return absolute;
    const style = this.builder.anonymousStyle(this.lineStyle);
    const marker: ElementNode = { kind: "element", path: node.path, style, children: [] };
    const box = (["open", "close"] as const).map((kind) => ({ kind, node: marker }));
    return { ...absolute, marked: this.createFormatter(this.items.toSpliced(itemIndex, 0, ...box)) };
  }

  private createFormatter(items: readonly InlineItem[]): FormatterOf {
    const { fit } = this.parent;
    const style = this.blocks.length > 0 ? withoutIndent(this.lineStyle) : this.lineStyle;
    return this.builder.options.createInlineFormatter(items, fit ? { style, fit } : { style });
  }

  private finishRun(): void {
    if (this.hasContent || this.hasMarkers) {
      const source = this.builder.createAnonymousSource(this.parent);
      // Blocks of vertical text stand side by side: a marker alone takes no space there.
      const isOverBlock = !this.hasContent && hasVerticalLines(source.style);
      const style = isOverBlock ? { ...source.style, width: 0 } : source.style;
      this.blocks.push(this.createInlineContainer({ ...source, style }));
    } else this.absolutes.push(...this.runAbsolutes.map(({ absolute }) => absolute));
    this.items = [];
    this.atomics = [];
    this.runAbsolutes = [];
    this.hasContent = false;
    this.hasMarkers = false;
  }

  private createInlineContainer(source: BoxSource): Box {
    const absolutes = this.runAbsolutes.map((absolute) => this.inLine(absolute));
    const Container = hasVerticalLines(source.style) ? VerticalText : InlineContainer;
    const box = new Container(source, absolutes, {
      atomics: this.atomics,
      formatterOf: this.createFormatter(this.items),
      textStyle: this.lineStyle,
      fits: fitsOf([this.parent, ...this.items.map(({ node }) => node)]),
      movedBy: movedNodes(this.items),
      isMarker: !this.hasContent,
    });
    return this.builder.register(box);
  }

  /** The boxes of the content, inline content in anonymous boxes. */
  finish(): readonly Box[] {
    this.finishRun();
    return this.blocks;
  }

  createContainer(source: BoxSource): Box {
    if (this.blocks.length === 0 && (this.hasContent || this.hasMarkers))
      return this.createInlineContainer(source);
    this.finishRun();
    // Blocks of vertical text stand side by side.
    const box = hasVerticalLines(source.style)
      ? new FlexContainer({ ...source, isFormattingContext: true }, this.blocks, this.absolutes)
      : new BlockContainer(source, this.blocks, this.absolutes);
    return this.builder.register(box);
  }
}

/** The first line after a block is not the first line of the container (CSS Text 4, section 7.1). */
function withoutIndent(style: Style): Style {
  return style.textIndent === 0 ? style : { ...style, textIndent: 0 };
}

/** Finds the content of relatively positioned inline elements, themselves included. */
function movedNodes(items: readonly InlineItem[]): Map<SceneNode, readonly ElementNode[]> {
  const moved = new Map<SceneNode, readonly ElementNode[]>();
  let around: readonly ElementNode[] = [];
  for (const { kind, node } of items) {
    if (kind === "open" && node.style.position === "relative") around = [...around, node];
    if (around.length > 0) moved.set(node, around);
    if (kind === "close" && around.at(-1) === node) around = around.slice(0, -1);
  }
  return moved;
}

/** Whether the part of a table before a node belongs to the same table. */
function continuesTable(nodes: readonly SceneNode[], index: number): boolean {
  const before = nodes.slice(0, index).findLast((node) => !isWhiteSpace(node));
  return before !== undefined && isTablePart(before);
}

/** Whether a box is a block in the flow, also if it has another layout inside. */
export function isBlockLevel(display: Style["display"]): boolean {
  return ["block", "flex", "grid", "flow-root", "table"].includes(display);
}

const collapsible = /^[ \t\n\r\f]*$/;

/** Whether text is white space that makes no box by itself. */
function isCollapsible({ text, style }: TextNode): boolean {
  if (text === "") return true;
  return (style.whiteSpace === "normal" || style.whiteSpace === "nowrap") && collapsible.test(text);
}

/** Whether an inline element without content makes a line. */
function hasInlineEdges({ margin, padding, border }: Style): boolean {
  return [margin.left, margin.right, padding.left, padding.right, border.left.width, border.right.width].some(
    (length) => length !== 0 && length !== "auto",
  );
}
