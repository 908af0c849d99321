import { initialOwnStyle } from "@placard/templates";
import type { Style } from "@placard/templates/scene";

/** The style of an anonymous box in an element: it inherits, and has the initial values of all other properties. */
export function anonymousStyle(parent: Style): Style {
  return { ...parent, ...initialOwnStyle };
}
