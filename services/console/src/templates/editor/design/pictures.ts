/** A value that is chosen by a picture. */
export interface Picture {
  value: string;
  label: string;
  /** The path of the picture, of 24 × 24. */
  path: string;
  /** Whether the picture is turned by 90°, so that its left is at the top. */
  isTurned?: boolean;
}

const row = "M4 6h6v12H4zM14 6h6v12h-6z";

/** Paths from left to right: two boxes along an axis, and two of different lengths across it. */
const distribution = [
  ["flex-start", "M3 4v16M6 8h4v8H6zM13 8h4v8h-4z"],
  ["center", "M12 4v16M4 8h5v8H4zM15 8h5v8h-5z"],
  ["flex-end", "M21 4v16M14 8h4v8h-4zM7 8h4v8H7z"],
  ["space-between", "M3 4v16M21 4v16M6 8h4v8H6zM14 8h4v8h-4z"],
] as const;
const alignment = [
  ["flex-start", "M3 4v16M6 6h12v4H6zM6 14h7v4H6z"],
  ["center", "M12 3v3M12 10v4M12 18v3M5 6h14v4H5zM8 14h8v4H8z"],
  ["flex-end", "M21 4v16M6 6h12v4H6zM11 14h7v4h-7z"],
  ["stretch", "M3 4v16M21 4v16M6 6h12v4H6zM6 14h12v4H6z"],
] as const;
const names: Readonly<Record<string, readonly [horizontal: string, vertical: string]>> = {
  "flex-start": ["Left", "Top"],
  center: ["Center", "Center"],
  "flex-end": ["Right", "Bottom"],
  "space-between": ["Spread out", "Spread out"],
  stretch: ["Full width", "Full height"],
};

/** The pictures of a property, if it has some. @param isColumn whether the element arranges a column */
export function picturesOf(property: string, isColumn: boolean): readonly Picture[] {
  if (property === "justify-content") return toPictures(distribution, isColumn);
  if (property === "align-items" || property === "align-self") return toPictures(alignment, !isColumn);
  if (property === "display")
    return [
      { value: "row", label: "Row", path: row },
      { value: "column", label: "Column", path: row, isTurned: true },
      { value: "grid", label: "Grid", path: "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z" },
      { value: "block", label: "Block", path: "M4 4h16v16H4z" },
      { value: "none", label: "None", path: "M4 4h16v16H4zM4 20 20 4" },
    ];
  if (property !== "text-align") return [];
  return [
    { value: "left", label: "Left", path: "M3 6h18M3 12h12M3 18h15" },
    { value: "center", label: "Center", path: "M3 6h18M6 12h12M5 18h14" },
    { value: "right", label: "Right", path: "M3 6h18M9 12h12M6 18h15" },
    { value: "justify", label: "Justified", path: "M3 6h18M3 12h18M3 18h18" },
  ];
}

/** The value of a picture that does the same, in texts from left to right. */
export function pictureValue(property: string, value: string, isColumn: boolean): string {
  if (property === "display" && value.includes("flex")) return isColumn ? "column" : "row";
  if (property === "display") return { inline: "block", "inline-grid": "grid" }[value] ?? value;
  if (property === "text-align") return { start: "left", end: "right" }[value] ?? value;
  const initial = property === "align-items" ? "stretch" : "flex-start";
  return { start: "flex-start", end: "flex-end", normal: initial }[value] ?? value;
}

function toPictures(
  values: readonly (readonly [value: string, path: string])[],
  isTurned: boolean,
): Picture[] {
  return values.map(([value, path]) => ({ value, label: names[value]![isTurned ? 1 : 0], path, isTurned }));
}
