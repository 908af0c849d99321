import { initialOwnStyle } from "@placard/templates";
import type { Style } from "@placard/templates/scene";

const styles = new WeakMap<Style, Style>();

/** The style of an anonymous box in an element: it inherits, and has the initial values of all other properties. */
export function anonymousStyle(parent: Style): Style {
  let style = styles.get(parent);
  if (!style) {
    style = { ...parent, ...initialOwnStyle };
    styles.set(parent, style);
  }
  return style;
}
