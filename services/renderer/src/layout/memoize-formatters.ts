import type { SceneNode } from "@placard/templates/scene";
import type { CreateInlineFormatter, InlineFormatter, InlineItem } from "./inline-content.ts";

/** Creates a formatter once for the same content, so that elements can be dropped without measuring all text again. */
export function memoizeFormatters(create: CreateInlineFormatter): CreateInlineFormatter {
  const formatters = new Map<SceneNode, { items: readonly InlineItem[]; formatter: InlineFormatter }>();
  return (items, container) => {
    const key = items.find(({ kind }) => kind === "text")?.node;
    if (!key) return create(items, container);
    const memoized = formatters.get(key);
    if (memoized && hasSameItems(memoized.items, items)) return memoized.formatter;
    const formatter = create(items, container);
    formatters.set(key, { items, formatter });
    return formatter;
  };
}

/** Atomic boxes are created anew with each box tree. */
function hasSameItems(a: readonly InlineItem[], b: readonly InlineItem[]): boolean {
  return (
    a.length === b.length &&
    a.every((item, i) => item.kind !== "atomic" && item.kind === b[i]?.kind && item.node === b[i].node)
  );
}
