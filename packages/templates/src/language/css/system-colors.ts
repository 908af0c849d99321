import type { Color } from "../../scene/index.ts";

/** The system colors of CSS Color 4, section 6.2, as Chromium has them on a light page. */
export const systemColors: Readonly<Record<string, Color>> = {
  accentcolor: "#0075ff",
  accentcolortext: "#ffffff",
  activetext: "#ff0000",
  buttonborder: "#000000",
  buttonface: "#efefef",
  buttontext: "#000000",
  canvas: "#ffffff",
  canvastext: "#000000",
  field: "#ffffff",
  fieldtext: "#000000",
  graytext: "#808080",
  highlight: "#0041c6cc",
  highlighttext: "#ffffff",
  linktext: "#0000ee",
  mark: "#ffff00",
  marktext: "#000000",
  selecteditem: "#1967d2",
  selecteditemtext: "#ffffff",
  visitedtext: "#551a8b",
};
