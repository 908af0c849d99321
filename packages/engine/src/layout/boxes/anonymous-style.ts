import type { Style } from "@placard/templates/scene";

const none = { width: 0, style: "none", color: "#000000" } as const;
const zero = { top: 0, right: 0, bottom: 0, left: 0 };
const auto = { top: "auto", right: "auto", bottom: "auto", left: "auto" } as const;
const square = { x: 0, y: 0 };
const middle = { percent: 50, px: 0 };

/** The initial values of the properties that are not inherited. */
const initial = {
  display: "block",
  position: "static",
  inset: auto,
  width: "auto",
  height: "auto",
  minWidth: "auto",
  minHeight: "auto",
  maxWidth: "none",
  maxHeight: "none",
  aspectRatio: undefined,
  boxSizing: "content-box",
  margin: zero,
  padding: zero,
  border: { top: none, right: none, bottom: none, left: none },
  overflow: "visible",
  flexDirection: "row",
  flexWrap: "nowrap",
  flexGrow: 0,
  flexShrink: 1,
  flexBasis: "auto",
  order: 0,
  justifyContent: "normal",
  alignItems: "stretch",
  alignContent: "normal",
  alignSelf: "auto",
  rowGap: 0,
  columnGap: 0,
  zIndex: "auto",
  opacity: 1,
  backgroundColor: "#00000000",
  background: [],
  borderRadius: { topLeft: square, topRight: square, bottomRight: square, bottomLeft: square },
  boxShadow: [],
  outline: none,
  outlineOffset: 0,
  transform: [],
  transformOrigin: { x: middle, y: middle },
  objectFit: "fill",
  objectPosition: { x: middle, y: middle },
  lineClamp: undefined,
  textOverflow: "clip",
  textDecoration: [],
  verticalAlign: "baseline",
} as const satisfies Partial<Style>;

const styles = new WeakMap<Style, Style>();

/** The style of an anonymous box in an element: it inherits, and has the initial values of all other properties. */
export function anonymousStyle(parent: Style): Style {
  let style = styles.get(parent);
  if (!style) {
    style = { ...parent, ...initial };
    styles.set(parent, style);
  }
  return style;
}
