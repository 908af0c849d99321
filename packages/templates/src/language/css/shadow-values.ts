import type { Ems } from "../../scene/index.ts";
import { limits } from "../limits.ts";
import { keywords, list, sequence, type Grammar } from "./grammar.ts";
import type { ValueContext } from "./value-context.ts";
import { color, length, pixels } from "./value-types.ts";

/** Refuses the radius of a blur, in pixels, that is negative or too large. */
export function checkBlur(radius: number, context: ValueContext): true | undefined {
  if (radius < 0) return context.refuse("The blur radius must not be negative");
  if (radius <= limits.blur) return true;
  const message = `The blur radius is larger than ${limits.blur}px`;
  return context.refuse(message, `Use at most \`${limits.blur}px\`.`);
}

/** Two to four lengths, and a color before or after them. */
function shadow<L extends number | Ems>(lengthOf: Grammar<L>, max: number) {
  const parts = sequence(color.optional(), lengthOf.repeat(2, max), color.optional());
  const own = parts.map(([before, [x, y, blur = 0, spread = 0], after], context) => {
    const blurPixels = typeof blur === "number" ? blur : blur.em * context.fitSize;
    if ((before !== null && after !== null) || !checkBlur(blurPixels, context)) return undefined;
    return { x: x!, y: y!, blur, spread, color: before ?? after ?? context.color };
  });
  return own.withSyntax(`<color>? && <length>{2,${max}}`);
}

/** The shadow of a filter (Filter Effects 1, section 5). */
export const dropShadow = shadow(pixels, 3);

const inset = keywords("inset").optional();
const boxShadow = sequence(inset, shadow(pixels, 4), inset).map(([before, own, after]) => {
  if (before && after) return undefined;
  return { ...own, ...((before ?? after) && { isInset: true as const }) };
});

/** The shadows of a box (CSS Backgrounds 3, section 6.1). */
export const boxShadows = list(boxShadow, "shadows").withSyntax("[ inset? && <color>? && <length>{2,4} ]#");

/** The shadows of text (CSS Text Decoration 3, section 4). */
export const textShadows = list(
  shadow(length, 3).map(({ x, y, blur, color: own }) => ({ x, y, blur, color: own })),
  "shadows",
);
