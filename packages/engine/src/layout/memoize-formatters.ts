import type { Fit, SceneNode } from "./nodes.ts";
import type {
  CreateInlineFormatter,
  CreateResumableFormatter,
  InlineFormatter,
  InlineItem,
  InlineLayout,
  Resumable,
  ResumableFormatter,
} from "./inline-content.ts";
import type { LayoutRuns } from "./layout-run.ts";

/** How often text was broken into lines. */
export interface TextWork {
  layouts: number;
}

/**
 * Creates a formatter once for the same content, and lays out lines once for the same width and sizes. The
 * search for font sizes repeats both. The layouts of content with atomic boxes, which change, are kept for
 * the current run only.
 */
export function memoizeFormatters(
  create: CreateResumableFormatter,
  runs: LayoutRuns,
  work: TextWork,
): CreateInlineFormatter {
  const formatters = new Map<SceneNode, { items: readonly InlineItem[]; formatter: InlineFormatter }>();
  return (items, container) => {
    const fits = new Set<Fit>();
    if (container.fit) fits.add(container.fit);
    for (const { node } of items) if (node.fit) fits.add(node.fit);
    const atomics = items.filter((item) => item.kind === "atomic");
    const createMemoized = () =>
      memoizeLayouts(create(runs.pause, items, container), { fits: [...fits], atomics, runs, work });
    const key = items.find(({ kind }) => kind === "text")?.node;
    if (!key || atomics.length > 0) return createMemoized();
    const memoized = formatters.get(key);
    if (memoized && hasSameNodes(memoized.items, items)) return memoized.formatter;
    const formatter = createMemoized();
    formatters.set(key, { items, formatter });
    return formatter;
  };
}

function hasSameNodes(a: readonly InlineItem[], b: readonly InlineItem[]): boolean {
  return a.length === b.length && a.every(({ kind, node }, i) => kind === b[i]?.kind && node === b[i].node);
}

type Atomics = readonly Extract<InlineItem, { kind: "atomic" }>[];

interface Computation<T> {
  readonly compute: Resumable<T>;
  result: T | undefined;
}

function memoizeLayouts(
  formatter: ResumableFormatter,
  { fits, atomics, runs, work }: { fits: readonly Fit[]; atomics: Atomics; runs: LayoutRuns; work: TextWork },
): InlineFormatter {
  const layouts = new Map<string, Computation<InlineLayout>>();
  const widths = new Map<string, Computation<number>>();
  const [atomic] = atomics;
  let runId = runs.id;
  const memoize = <T>(
    known: Map<string, Computation<T>>,
    name: string | number,
    start: () => Resumable<T>,
  ): T => {
    if (atomic && runId !== runs.id) {
      layouts.clear();
      widths.clear();
      runId = runs.id;
    }
    const sizes = fits.map(({ size, maxLines = "" }) => `${size}/${maxLines}`).join(" ");
    const key = `${name} ${atomic?.box.containingHeight ?? ""} ${sizes}`;
    let computation = known.get(key);
    if (!computation) known.set(key, (computation = { compute: start(), result: undefined }));
    return (computation.result ??= computation.compute());
  };
  return {
    minContentWidth: () => memoize(widths, "min", formatter.minContentWidth),
    maxContentWidth: () => memoize(widths, "max", formatter.maxContentWidth),
    layOut: (width) =>
      memoize(layouts, width, () => {
        work.layouts++;
        return formatter.layOut(width);
      }),
  };
}
