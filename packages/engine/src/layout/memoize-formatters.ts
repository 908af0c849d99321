import type { Fit, SceneNode } from "./nodes.ts";
import type { CreateInlineFormatter, InlineFormatter, InlineItem, InlineLayout } from "./inline-content.ts";

/** How often text was broken into lines. */
export interface TextWork {
  layouts: number;
}

/**
 * Creates a formatter once for the same content, and lays out lines once for the same width and sizes. The
 * search for font sizes repeats both. Content with atomic boxes is not memoized, as these change.
 */
export function memoizeFormatters(
  create: CreateInlineFormatter,
  work: TextWork = { layouts: 0 },
): CreateInlineFormatter {
  const formatters = new Map<SceneNode, { items: readonly InlineItem[]; formatter: InlineFormatter }>();
  return (items, container) => {
    const key = items.find(({ kind }) => kind === "text")?.node;
    if (!key || items.some(({ kind }) => kind === "atomic")) return create(items, container);
    const memoized = formatters.get(key);
    if (memoized && hasSameNodes(memoized.items, items)) return memoized.formatter;
    const fits = new Set<Fit>();
    if (container.fit) fits.add(container.fit);
    for (const { node } of items) if (node.fit) fits.add(node.fit);
    const formatter = memoizeLayouts(create(items, container), [...fits], work);
    formatters.set(key, { items, formatter });
    return formatter;
  };
}

function hasSameNodes(a: readonly InlineItem[], b: readonly InlineItem[]): boolean {
  return a.length === b.length && a.every(({ kind, node }, i) => kind === b[i]?.kind && node === b[i].node);
}

function memoizeLayouts(formatter: InlineFormatter, fits: readonly Fit[], work: TextWork): InlineFormatter {
  const layouts = new Map<string, InlineLayout>();
  const widths = new Map<string, number>();
  const sizes = () => fits.map(({ size, maxLines = "" }) => `${size}/${maxLines}`).join(" ");
  const memoize = <T>(known: Map<string, T>, key: string, compute: () => T): T => {
    let value = known.get(key);
    if (value === undefined) {
      value = compute();
      known.set(key, value);
    }
    return value;
  };
  return {
    minContentWidth: () => memoize(widths, `min ${sizes()}`, formatter.minContentWidth),
    maxContentWidth: () => memoize(widths, `max ${sizes()}`, formatter.maxContentWidth),
    layOut: (width) =>
      memoize(layouts, `${width} ${sizes()}`, () => {
        work.layouts++;
        return formatter.layOut(width);
      }),
  };
}
