import type { BoxShadow, Color, TextShadow } from "../../scene/index.ts";
import { limits } from "../limits.ts";
import { parseColor } from "./color.ts";
import { identOf, parseAll, splitAt, type ComponentValue, type Values } from "./component-values.ts";
import { parseLength, parsePixels } from "./quantity.ts";
import { withRefuse, type ValueContext } from "./value-context.ts";
import { ValueReader } from "./value-reader.ts";

/** Reads the shadows of a box (CSS Backgrounds 3, section 6.1). */
export function parseBoxShadows(values: Values, context: ValueContext): readonly BoxShadow[] | undefined {
  return parseShadows(values, context, (part) => {
    const isInset = (value: ComponentValue) => identOf(value) === "inset";
    const inset = part.filter(isInset);
    const isAtEdge = inset.length === 0 || isInset(part[0]!) || isInset(part.at(-1)!);
    const rest = part.filter((value) => !isInset(value));
    const shadow = inset.length <= 1 && isAtEdge ? parseShadow(rest, context, parsePixels) : undefined;
    if (!shadow) return undefined;
    const [x, y, blur = 0, spread = 0] = shadow.lengths;
    return {
      x: x!,
      y: y!,
      blur,
      spread,
      color: shadow.color,
      ...(inset.length > 0 && { isInset: true as const }),
    };
  });
}

/** Reads the shadows of text (CSS Text Decoration 3, section 4). */
export function parseTextShadows(values: Values, context: ValueContext): readonly TextShadow[] | undefined {
  return parseShadows(values, context, (part) => {
    const shadow = parseShadow(part, context, parseLength);
    if (!shadow || shadow.lengths.length > 3) return undefined;
    const [x, y, blur = 0] = shadow.lengths;
    return { x: x!, y: y!, blur, color: shadow.color };
  });
}

function parseShadows<T>(
  values: Values,
  context: ValueContext,
  parse: (part: Values) => T | undefined,
): readonly T[] | undefined {
  const parts = splitAt(values, ",");
  if (parts.length > limits.valueEntries) return context.refuse(`More than ${limits.valueEntries} shadows`);
  return parseAll(parts, parse);
}

/** Two to four lengths, and a color before or after them. */
export function parseShadow<L extends number | { em: number }>(
  values: Values,
  context: ValueContext,
  parse: (value: ComponentValue, context: ValueContext) => L | undefined,
): { lengths: L[]; color: Color } | undefined {
  const reader = new ValueReader(values);
  const lengths: L[] = [];
  const quiet = withRefuse(context);
  let color = reader.one((value) => parseColor(value, quiet));
  while (lengths.length < 4) {
    const length = reader.one((value) => parse(value, quiet));
    if (length === undefined) break;
    lengths.push(length);
  }
  color ??= reader.one((value) => parseColor(value, context));
  if (!reader.isAtEnd || lengths.length < 2) return undefined;
  const blur: number | { em: number } = lengths[2] ?? 0;
  const blurPixels = typeof blur === "object" ? blur.em * context.fitSize : blur;
  if (blurPixels < 0) return context.refuse("The blur radius must not be negative");
  if (blurPixels > limits.blur) {
    return context.refuse(
      `The blur radius is larger than ${limits.blur}px`,
      `Use at most \`${limits.blur}px\`.`,
    );
  }
  return { lengths, color: color ?? context.color };
}
