import { lazy } from "@placard/contracts/lazy";
import { getOrInsert } from "@placard/contracts/maps";
import type { Fit, SceneNode } from "@placard/templates/scene";
import { emOf, fitsOf, type FittedSizes } from "./fitted-sizes.ts";
import type {
  CreateInlineFormatter,
  CreateResumableFormatter,
  FormatterOf,
  InlineFormatter,
  InlineItem,
  InlineLayout,
  Pause,
  Resumable,
  ResumableFormatter,
} from "./inline-content.ts";

/** How often text was broken into lines. */
export interface TextWork {
  layouts: number;
}

/**
 * Prepares the same content once, and lays out lines once for the same width and sizes. The search for font
 * sizes repeats both. Content with atomic boxes is remembered only for the sizes that are in use.
 */
export function memoizeFormatters(
  create: CreateResumableFormatter,
  pause: Pause,
  work: TextWork,
): CreateInlineFormatter {
  const known = new Map<SceneNode, { items: readonly InlineItem[]; formatterOf: FormatterOf }>();
  return (items, container) => {
    const fits = fitsOf([container, ...items.map(({ node }) => node)]);
    const atomic = items.find((item) => item.kind === "atomic");
    const createMemoized = () => memoizeSizes(create(pause, items, container), { fits, atomic, work });
    const key = items.find(({ kind }) => kind === "text")?.node;
    if (!key || atomic) return createMemoized();
    const memoized = known.get(key);
    if (memoized && hasSameNodes(memoized.items, items)) return memoized.formatterOf;
    const formatterOf = createMemoized();
    known.set(key, { items, formatterOf });
    return formatterOf;
  };
}

function hasSameNodes(a: readonly InlineItem[], b: readonly InlineItem[]): boolean {
  return a.length === b.length && a.every(({ kind, node }, i) => kind === b[i]?.kind && node === b[i].node);
}

interface Content {
  readonly fits: readonly Fit[];
  /** One of its atomic boxes: the heights that their percentages refer to are the same. */
  readonly atomic: Extract<InlineItem, { kind: "atomic" }> | undefined;
  readonly work: TextWork;
}

function memoizeSizes(formatterOf: FormatterOf<ResumableFormatter>, content: Content): FormatterOf {
  const known = new Map<string, InlineFormatter>();
  let latest: { readonly sizes: FittedSizes; readonly formatter: InlineFormatter } | undefined;
  return (sizes) => {
    if (latest?.sizes === sizes) return latest.formatter;
    const key = content.fits.map((fit) => `${emOf(fit, sizes)}/${sizes.maxLines?.get(fit) ?? ""}`).join(" ");
    const formatter = known.get(key) ?? memoizeLayouts(formatterOf(sizes), content);
    if (!content.atomic) known.set(key, formatter);
    latest = { sizes, formatter };
    return formatter;
  };
}

function memoizeLayouts(formatter: ResumableFormatter, { atomic, work }: Content): InlineFormatter {
  const layouts = new Map<string, Resumable<InlineLayout>>();
  const widths = new Map<string, Resumable<number>>();
  const memoize = <T>(
    known: Map<string, Resumable<T>>,
    name: string | number,
    start: () => Resumable<T>,
  ): T => {
    const key = `${name} ${atomic?.box.containingHeight ?? ""}`;
    return getOrInsert(known, key, () => lazy(start()))();
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
