import type { Border, ElementNode, SceneNode, Style } from "@placard/templates/scene";
import { BlockContainer } from "./block-container.ts";
import type { Box, BoxSource } from "./box.ts";
import { collapseBorders, type CollapsedLine } from "./table-borders.ts";
import { TableContainer, type TableColumn, type TableRow, type TableSection } from "./table-container.ts";
import { createTableGrid, isTablePart, type GridCell } from "./table-grid.ts";
import { TableWrapper } from "./table-wrapper.ts";
import type { BoxTreeBuilder } from "./build-boxes.ts";

/**
 * Builds a table (CSS Tables 3, section 2). `parent`: the element that it is in, or its own. With a caption,
 * there is a box around both, which is positioned instead of the table.
 */
export function buildTable(
  builder: BoxTreeBuilder,
  parent: ElementNode,
  source: BoxSource,
  children: readonly SceneNode[],
): Box {
  const captions = children.filter(isCaption);
  if (captions.length === 0) return buildTableGrid(builder, parent, source, children);
  const withStyle = ({ node, index }: BoxSource, style: Style): BoxSource => {
    return { ...source, index, node: node && { ...node, style }, style };
  };
  const { style } = source;
  const own = builder.createSource(parent);
  const inner = withStyle({ ...source, index: own.index }, inWrapper(style));
  const rest = children.filter((child) => !isCaption(child));
  const table = buildTableGrid(builder, parent, inner, rest);
  const build = (caption: ElementNode) => builder.build(styled(caption, { display: "block" }), true);
  const shown = captions.filter((caption) => !builder.options.isDropped(caption));
  const [above, below] = (["top", "bottom"] as const).map((side) =>
    shown.filter((caption) => caption.style.captionSide === side).map(build),
  );
  // As in Chromium, `overflow` clips the captions, too.
  const { overflow, borderRadius } = style;
  const wrapper = withStyle(source, {
    ...style,
    ...anonymousEdges,
    display: "block",
    ...(overflow !== "visible" && { overflow, borderRadius }),
  });
  return builder.register(new TableWrapper(wrapper, table, above!, below!));
}

function isCaption(node: SceneNode): node is ElementNode {
  return isTablePart(node) && node.style.display === "table-caption";
}

/** The style of a table whose wrapper is positioned and painted as a layer. */
function inWrapper(style: Style): Style {
  const hasBorder = Object.values(style.border).some(({ width }) => width > 0);
  return {
    ...style,
    position: "static",
    isFixed: false,
    zIndex: "auto",
    opacity: 1,
    // Cells stay within the corners of a border.
    overflow: hasBorder ? style.overflow : "visible",
    layer: undefined,
    transform: [],
  };
}

function buildTableGrid(
  builder: BoxTreeBuilder,
  parent: ElementNode,
  source: BoxSource,
  children: readonly SceneNode[],
): Box {
  const grid = createTableGrid(children, builder.options.isDropped);
  // What is built first is painted first.
  const columns = grid.columns.map(({ element, ...place }): TableColumn => {
    const { width, minWidth, maxWidth } = element.style;
    const own = builder.createAnonymousSource(parent);
    const style = { ...own.style, width, minWidth, maxWidth };
    const box = new BlockContainer({ ...own, node: { ...element, style }, style }, [], []);
    return { ...place, box: builder.register(box) };
  });
  const gridCells = grid.sections.flatMap(({ rows }) => rows.flatMap((row) => row.cells));
  const grounds = grid.columns
    .toReversed()
    .flatMap(({ element, column, columnSpan }) =>
      gridCells
        .filter(
          (cell) => cell.column >= column && cell.column < column + columnSpan && isFilled(element.style),
        )
        .map((cell) => ({ cell, box: groundBox(builder, element) })),
    );
  const isCollapsed = source.style.collapsesBorders;
  const collapsed = isCollapsed ? collapseBorders(grid, source.style) : undefined;
  const buildCell = (cell: GridCell): Box => {
    const { content } = cell;
    const border = collapsed?.borderOf(cell);
    if ("style" in content) return builder.build(border ? styled(content, { border }) : content, true);
    const own = builder.createAnonymousSource(parent);
    const style = border ? { ...own.style, border } : own.style;
    return builder.buildFlow({ ...own, style, isFormattingContext: true }, parent, content);
  };
  /** Rows and sections have neither borders nor padding. */
  const partOf = (element: ElementNode | undefined, boxes: readonly Box[]): Box => {
    const own = element
      ? builder.createSource(styled(element, noEdges))
      : builder.createAnonymousSource(parent);
    return builder.register(new BlockContainer(own, boxes, []));
  };
  const sections = grid.sections.map(({ element, rows: gridRows }): TableSection => {
    const rows = gridRows.map((row): TableRow => {
      const cells = row.cells.map((cell) => ({ ...cell, box: buildCell(cell) }));
      const boxes = cells.map(({ box }) => box);
      return { box: partOf(row.element, boxes), cells };
    });
    const boxes = rows.map(({ box }) => box);
    return { box: partOf(element, boxes), rows };
  });
  const { columnCount } = grid;
  const parts = { columns, grounds, sections, columnCount };
  if (!collapsed) return builder.register(new TableContainer(source, { ...parts, collapsed }));
  const boxes = new Map(collapsed.lines.map((line) => [line, lineBox(builder, parent, line)]));
  const style = { ...source.style, border: collapsed.table, padding: noPadding };
  const own = { ...source, node: source.node && { ...source.node, style }, style };
  const table = { ...parts, collapsed: { ...collapsed, boxes } };
  return builder.register(new TableContainer(own, table));
}

const noPadding = { top: 0, right: 0, bottom: 0, left: 0 };
const noBorder: Border = { width: 0, style: "none", color: "#00000000" };
const noBorders = { top: noBorder, right: noBorder, bottom: noBorder, left: noBorder };

const noEdges = { padding: noPadding, border: noBorders };

/** The wrapper has the margins of the table; everything else belongs to the table. */
const anonymousEdges = {
  ...noEdges,
  backgroundColor: "#00000000",
  background: [],
  boxShadow: [],
  outline: noBorder,
  overflow: "visible",
  height: "auto",
  minHeight: "auto",
  maxHeight: "none",
  aspectRatio: undefined,
  boxSizing: "border-box",
} as const satisfies Partial<Style>;

function styled(node: ElementNode, changes: Partial<Style>): ElementNode {
  return { ...node, style: { ...node.style, ...changes } };
}

function isFilled({ backgroundColor, background }: Style): boolean {
  return backgroundColor !== "#00000000" || background.length > 0;
}

/** The background of a column in one of its cells (CSS Tables 3, section 5.3.2). */
function groundBox(builder: BoxTreeBuilder, column: ElementNode): Box {
  const node = styled(column, { display: "block", ...noEdges });
  const source = builder.createSource({ ...node, path: `${column.path}::cell`, children: [] });
  return builder.register(new BlockContainer(source, [], []));
}

/** A box whose only border is the line. */
function lineBox(builder: BoxTreeBuilder, parent: ElementNode, { isHorizontal, border }: CollapsedLine): Box {
  const own = builder.createAnonymousSource(parent);
  const style: Style = {
    ...own.style,
    visibility: "visible",
    border: { ...noBorders, [isHorizontal ? "top" : "left"]: border },
  };
  const path = `${parent.path === "" ? "" : `${parent.path}/`}::border`;
  const node: ElementNode = { kind: "element", path, style, children: [] };
  return new BlockContainer({ ...own, node, style }, [], []);
}
