import { initialOwnStyle } from "@placard/templates";
import type { Style } from "@placard/templates/scene";

/** The style of an anonymous box: inherited values, and initial values of all other properties. */
export function anonymousStyle(parent: Style): Style {
  return { ...parent, ...initialOwnStyle };
}
