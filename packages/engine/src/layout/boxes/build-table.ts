import type { Border, Sides, Style } from "@placard/templates/scene";
import type { ElementNode, SceneNode } from "../nodes.ts";
import { BlockContainer } from "./block-container.ts";
import type { Box, BoxSource } from "./box.ts";
import { collapseBorders, type CollapsedLine } from "./table-borders.ts";
import { TableContainer, type TableColumn, type TableRow, type TableSection } from "./table-container.ts";
import { createTableGrid, type GridCell } from "./table-grid.ts";
import type { BoxTreeOptions } from "./build-boxes.ts";

/** What a table needs of the builder of the box tree. */
export interface TableBuilder {
  readonly options: BoxTreeOptions;
  readonly build: (node: ElementNode, isIndependent: boolean) => Box;
  readonly buildFlow: (source: BoxSource, parent: ElementNode, nodes: readonly SceneNode[]) => Box;
  readonly register: (box: Box, isFitted: boolean) => Box;
  readonly createSource: (node: ElementNode) => BoxSource;
  readonly createAnonymousSource: (parent: ElementNode) => BoxSource;
}

/** Builds a table (CSS Tables 3, section 2). `parent`: the element that it is in, or its own. */
export function buildTable(
  builder: TableBuilder,
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
    return { ...place, box: new BlockContainer({ ...own, node: { ...element, style }, style }, [], []) };
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
    if ("style" in content) return builder.build(border ? withBorder(content, border) : content, true);
    const own = builder.createAnonymousSource(parent);
    const style = border ? { ...own.style, border } : own.style;
    return builder.buildFlow({ ...own, style, isFormattingContext: true }, parent, content);
  };
  /** Rows and sections have neither borders nor padding. */
  const partOf = (element: ElementNode | undefined, boxes: readonly Box[]): Box => {
    const own = element ? builder.createSource(withoutEdges(element)) : builder.createAnonymousSource(parent);
    return builder.register(new BlockContainer(own, boxes, []), false);
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
  if (!collapsed) return builder.register(new TableContainer(source, { ...parts, collapsed }), false);
  const boxes = new Map(collapsed.lines.map((line) => [line, lineBox(builder, parent, line)]));
  const style = { ...source.style, border: collapsed.table, padding: noPadding };
  const own = { ...source, node: source.node && { ...source.node, style }, style };
  const table = { ...parts, collapsed: { ...collapsed, boxes } };
  return builder.register(new TableContainer(own, table), false);
}

const noPadding = { top: 0, right: 0, bottom: 0, left: 0 };
const noBorder: Border = { width: 0, style: "none", color: "#00000000" };
const noBorders = { top: noBorder, right: noBorder, bottom: noBorder, left: noBorder };

function withBorder(node: ElementNode, border: Sides<Border>): ElementNode {
  return { ...node, style: { ...node.style, border } };
}

function withoutEdges(node: ElementNode): ElementNode {
  const { padding, border } = node.style;
  const has = (sides: Sides<unknown>, isNone: (side: unknown) => boolean) =>
    !isNone(sides.top) || !isNone(sides.right) || !isNone(sides.bottom) || !isNone(sides.left);
  const hasBorder = has(border, (side) => (side as Border).width === 0);
  if (!hasBorder && !has(padding, (side) => side === 0)) return node;
  return { ...node, style: { ...node.style, border: noBorders, padding: noPadding } };
}

function isFilled({ backgroundColor, background }: Style): boolean {
  return backgroundColor !== "#00000000" || background.length > 0;
}

/** The background of a column in one of its cells (CSS Tables 3, section 5.3.2). */
function groundBox(builder: TableBuilder, { path, ...column }: ElementNode): Box {
  const style: Style = { ...column.style, display: "block", border: noBorders, padding: noPadding };
  const node: ElementNode = { ...column, path: `${path}::cell`, style, children: [] };
  return new BlockContainer({ ...builder.createSource(node), node, style }, [], []);
}

/** A box whose only border is the line. */
function lineBox(builder: TableBuilder, parent: ElementNode, { isHorizontal, border }: CollapsedLine): Box {
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
