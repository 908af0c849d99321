import type { CellSpan, ElementNode, ImageNode, SceneNode } from "@placard/templates/scene";

/** A cell of a table, and its place in the grid. */
export interface GridCell {
  /** The content of an anonymous cell, or the element of the cell. */
  readonly content: ElementNode | readonly SceneNode[];
  readonly row: number;
  readonly column: number;
  readonly rowSpan: number;
  readonly columnSpan: number;
}

export interface GridRow {
  readonly element: ElementNode | undefined;
  readonly cells: readonly GridCell[];
}

export interface GridSection {
  readonly element: ElementNode | undefined;
  readonly rows: readonly GridRow[];
}

/** A `col` or `colgroup`, and the columns that it spans. */
export interface GridColumn {
  readonly element: ElementNode;
  readonly column: number;
  readonly columnSpan: number;
  /** Whether it has columns of its own, which get its width unless they have one. */
  readonly isGroup: boolean;
}

/** The sections of a table from top to bottom. */
export interface TableGrid {
  /** Groups come after their columns. */
  readonly columns: readonly GridColumn[];
  readonly sections: readonly GridSection[];
  readonly columnCount: number;
  readonly rowCount: number;
}

/** Whether a node can be a part of a table only. */
export function isTablePart(node: SceneNode): node is ElementNode {
  return (
    node.kind === "element" && node.style.display.startsWith("table-") && node.style.position !== "absolute"
  );
}

/** White space between the parts of a table makes no cell. */
export function isWhiteSpace(node: SceneNode): boolean {
  return node.kind === "text" && /^[ \t\n\r\f]*$/u.test(node.text);
}

const oneCell: CellSpan = { columns: 1, rows: 1 };

/** The most columns of a table, which bounds the work for wide spans. */
const maxColumns = 100;

/**
 * Places cells in the grid of a table. What stands outside of rows and cells gets anonymous ones around it
 * (CSS Tables 3, sections 2.2 and 3.3).
 */
export function createTableGrid(
  children: readonly SceneNode[],
  isDropped: (node: ElementNode | ImageNode) => boolean,
): TableGrid {
  const present = (nodes: readonly SceneNode[]) =>
    nodes.filter((node) => node.kind === "text" || node.kind === "break" || !isDropped(node));
  let columnCount = 0;
  let rowCount = 0;

  function createSection(element: ElementNode | undefined, nodes: readonly SceneNode[]): GridSection {
    const groups = groupWhere(present(nodes), ({ style }) => style.display === "table-row");
    const first = rowCount;
    /** For each column, the row below the cell that spans it. */
    const occupied: number[] = [];
    const rows = groups.map((group, index): GridRow => {
      const row = first + index;
      let column = 0;
      const nodesInRow = present("style" in group ? group.children : group);
      const cells = groupWhere(nodesInRow, ({ style }) => style.display === "table-cell").map((content) => {
        while ((occupied[column] ?? 0) > row) column++;
        const span = ("style" in content && content.span) || oneCell;
        const rowsLeft = groups.length - index;
        const rowSpan = span.rows === 0 ? rowsLeft : Math.min(span.rows, rowsLeft);
        const columnSpan = Math.max(1, Math.min(span.columns, maxColumns - column));
        for (let i = column; i < column + columnSpan; i++) occupied[i] = row + rowSpan;
        const cell = { content, row, column, rowSpan, columnSpan };
        column += columnSpan;
        columnCount = Math.max(columnCount, column);
        return cell;
      });
      return { element: "style" in group ? group : undefined, cells };
    });
    rowCount += rows.length;
    return { element, rows };
  }

  const columns: GridColumn[] = [];
  const addColumn = (element: ElementNode) => {
    const columnSpan = Math.min(element.span?.columns ?? 1, maxColumns - columnCount);
    if (columnSpan > 0) columns.push({ element, column: columnCount, columnSpan, isGroup: false });
    columnCount += columnSpan;
  };
  const isColumn = (node: SceneNode): node is ElementNode =>
    isTablePart(node) && node.style.display.startsWith("table-column");
  for (const element of present(children).filter(isColumn)) {
    const own = element.style.display === "table-column" ? [] : present(element.children).filter(isColumn);
    if (own.length === 0) addColumn(element);
    else {
      const column = columnCount;
      const { width } = element.style;
      for (const { style, ...each } of own)
        addColumn({ ...each, style: style.width === "auto" ? { ...style, width } : style });
      columns.push({ element, column, columnSpan: columnCount - column, isGroup: true });
    }
  }
  const groups = groupWhere(
    present(children).filter((node) => !isColumn(node)),
    ({ style }) => style.display.endsWith("-group"),
  );
  const sections = inOrder(groups).map((group) =>
    "style" in group ? createSection(group, group.children) : createSection(undefined, group),
  );
  return { columns, sections, columnCount, rowCount };
}

/** Elements of a type, and what stands between them. */
type Groups = readonly (ElementNode | readonly SceneNode[])[];

function groupWhere(nodes: readonly SceneNode[], isOwn: (node: ElementNode) => boolean): Groups {
  const groups: (ElementNode | SceneNode[])[] = [];
  let open: SceneNode[] | undefined;
  for (const node of nodes) {
    if (isTablePart(node) && isOwn(node)) {
      groups.push(node);
      open = undefined;
    } else if (open) open.push(node);
    else if (!isWhiteSpace(node)) groups.push((open = [node]));
  }
  return groups;
}

/** The first header is above the other sections, the first footer below them. */
function inOrder(groups: Groups): Groups {
  const first = (display: string) =>
    groups.find((group) => "style" in group && group.style.display === display);
  const [header, footer] = [first("table-header-group"), first("table-footer-group")];
  const body = groups.filter((group) => group !== header && group !== footer);
  return [...(header ? [header] : []), ...body, ...(footer ? [footer] : [])];
}
