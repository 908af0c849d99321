import type { Ems, Fit, Style } from "../../scene/index.ts";
import { fontMeasures } from "../css/font-measures.ts";
import type { Longhands } from "../css/properties/longhands.ts";
import { sideOfLine, type Side } from "../style/turned-style.ts";

type Symbol = "disc" | "circle" | "square";

/** Whether a type of markers is drawn as a shape and not as text. */
export function isSymbol(type: Longhands["list-style-type"]): type is Symbol {
  return type === "disc" || type === "circle" || type === "square";
}

/** A box without length, whose text ends where the content of the list item begins. */
export function outsideText(style: Style): Style {
  return {
    ...style,
    display: "inline-flex",
    ...(style.writingMode === "horizontal-tb" ? { width: 0 } : { height: 0, flexDirection: "column" }),
    justifyContent: { position: "flex-end", isSafe: false },
  };
}

/** The shape of a marker, with the size and the place that it has in Chromium. */
export function symbolStyle(style: Style, type: Symbol, isInside: boolean, fit: Fit | undefined): Style {
  const { fontSize, color, direction, writingMode } = style;
  const pixels = typeof fontSize === "number" ? fontSize : fontSize.em * (fit?.max ?? 0);
  const length = (px: number): number | Ems =>
    typeof fontSize === "number" ? px : { em: (px / (pixels || 1)) * fontSize.em };
  const ascent = Math.round(fontMeasures(style.fontFamily, style.fontWeight).ascent * pixels);
  const offset = Math.floor((ascent * 2) / 3);
  // Half of the line of a circle is outside.
  const outside = type === "circle" ? 1 : 0;
  const size = Math.floor((offset + 1) / 2) + outside;
  const raise = ascent - Math.floor((3 * (ascent - offset)) / 2) - size;
  const [before, after] = isInside ? [0, pixels + 1 - outside] : [-offset - 7, offset + 7 - size];
  const [left, right] = direction === "rtl" ? [after, before] : [before, after];
  const sideOf = (side: Side) => sideOfLine(side, writingMode, true);
  const radius = { x: { percent: 50 }, y: { percent: 50 } };
  const corners = { topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius };
  const line = { width: type === "circle" ? 1 : 0, style: "solid", color } as const;
  return {
    ...style,
    display: "inline-block",
    width: length(size),
    height: length(size),
    margin: { ...style.margin, [sideOf("left")]: length(left), [sideOf("right")]: length(right) },
    verticalAlign: raise,
    backgroundColor: type === "circle" ? "#00000000" : color,
    border: { top: line, right: line, bottom: line, left: line },
    ...(type !== "square" && { borderRadius: corners }),
  };
}
