import type { Fit, Scene, SceneNode } from "@placard/templates/scene";
import type { Placement, TextPlacement } from "./boxes/place-boxes.ts";
import type { RemoteImageSize } from "./boxes/replaced.ts";
import { findProblems, type Problem } from "./fit-problems.ts";
import type { SizeOf } from "./fitted-sizes.ts";
import { largestWhere, linesOf } from "./fit-text.ts";
import type { CreateInlineFormatter, CreateResumableFormatter } from "./inline-content.ts";
import { SceneLayout } from "./lay-out-scene.ts";
import { LayoutRuns } from "./layout-run.ts";
import { memoizeFormatters, type TextWork } from "./memoize-formatters.ts";
import { startTimeSlice, type TimeSlice } from "../time-slice.ts";

/** A layout with fitted font sizes, without the elements that had to be dropped. */
export interface ArrangedScene extends Placement {
  /** Elements with this `drop` number or a higher one were left out; infinite if none were. */
  readonly droppedFrom: number;
  /** The number of layouts that were needed. */
  readonly layouts: number;
}

interface Options {
  /** The natural sizes of remote images. Default: unknown, as if they were unavailable. */
  readonly remoteImageSize?: RemoteImageSize;
  /** Default: a new one. */
  readonly timeSlice?: TimeSlice;
}

/**
 * Lays out a scene with the largest fitted font sizes that fit the `line-clamp`, the width (`nowrap`) or the
 * box of each text. Content may not end beyond its parent's content box. Words are broken only if they
 * don't fit at the smallest size. The largest text shrinks first. Then images shrink that can, and elements
 * are dropped, the highest `drop` number first. Then fitted texts are truncated, the largest last. An
 * overflow that remains may be intended. Yields to the event loop where necessary.
 */
export function arrangeScene(
  scene: Scene,
  createFormatter: CreateResumableFormatter,
  { remoteImageSize = () => undefined, timeSlice = startTimeSlice() }: Options = {},
): Promise<ArrangedScene> {
  const work = { layouts: 0 };
  const runs = new LayoutRuns(timeSlice);
  const createInlineFormatter = memoizeFormatters(createFormatter, runs.pause, work);
  return new SceneArrangement(scene, { createInlineFormatter, remoteImageSize, runs, work }).arrange();
}

/** A layout with some font sizes, and what is wrong with it. */
interface Attempt {
  readonly sizeOf: SizeOf;
  readonly placement: Placement;
  readonly problems: readonly Problem[];
}

/** A text may shrink to this share of its size to save a line: three lines of one word look worse. */
const minShareForFewerLines = 0.85;

/** With more lines than this, one line less makes a text smaller without another benefit. */
const maxLinesToReduce = 4;

/** After this many layouts of texts, the search takes the smallest sizes instead of the largest that fit. */
const maxTextLayouts = 600;

interface ArrangementTools {
  readonly createInlineFormatter: CreateInlineFormatter;
  readonly remoteImageSize: RemoteImageSize;
  readonly runs: LayoutRuns;
  readonly work: TextWork;
}

class SceneArrangement {
  private readonly scene: Scene;
  private readonly tools: ArrangementTools;
  private readonly fits: readonly Fit[];
  /** The `drop` numbers of the scene, the highest first. */
  private readonly dropNumbers: readonly number[];
  /** The paths of what can be dropped, and of what is in it. */
  private readonly droppable = new Set<string>();
  /** The paths of elements in which texts of several fits can make room. */
  private readonly mixed = new Set<string>();
  private readonly unavoidable = new Map<string, number>();
  /** Fits that are too large even at their minimum. */
  private readonly pinned = new Set<Fit>();
  private droppedFrom = Infinity;
  private layout: SceneLayout;
  private layouts = 0;

  constructor(scene: Scene, tools: ArrangementTools) {
    this.scene = scene;
    this.tools = tools;
    const fits = new Set<Fit>();
    const dropNumbers = new Set<number>();
    this.collect(scene.root, false, fits, dropNumbers);
    this.fits = [...fits];
    this.dropNumbers = [...dropNumbers].sort((a, b) => b - a);
    this.layout = this.createLayout();
  }

  async arrange(): Promise<ArrangedScene> {
    const { placement } = (await this.search()) ?? (await this.drop());
    return { ...placement, droppedFrom: this.droppedFrom, layouts: this.layouts };
  }

  /** Finds the fits and the `drop` numbers of the scene. @returns the only fit of a node */
  private collect(
    node: SceneNode,
    isInDroppable: boolean,
    fits: Set<Fit>,
    dropNumbers: Set<number>,
  ): Fit | "several" | undefined {
    if (node.fit) fits.add(node.fit);
    const drop = node.kind === "element" || node.kind === "image" ? node.drop : undefined;
    if (drop !== undefined) dropNumbers.add(drop);
    if (node.kind !== "element") return node.fit;
    const isDroppable = isInDroppable || drop !== undefined;
    if (isDroppable) this.droppable.add(node.path);
    let found: Fit | "several" | undefined = node.fit;
    for (const child of node.children) {
      const fit = this.collect(child, isDroppable, fits, dropNumbers);
      if (fit !== undefined) found = found === undefined || found === fit ? fit : "several";
    }
    if (found === "several") this.mixed.add(node.path);
    return found;
  }

  /** Drops as few elements as possible until everything fits. */
  private async drop(): Promise<Attempt> {
    // An element is not dropped for its own text with too many lines or broken words, or for an image.
    const { problems: all } = await this.attempt(minOf);
    const accepted = all.filter(({ kind, path }) => {
      const isOfText = kind === "lines" || kind === "words";
      return kind === "image" || (isOfText && this.droppable.has(path));
    });
    const withAll = accepted.length > 0 && (await this.searchDespite(accepted));
    if (withAll) return withAll;
    const count = this.dropNumbers.length;
    this.setDropped(count);
    const smallest = await this.attempt(minOf);
    const { problems } = smallest;
    if (problems.length > 0) {
      const truncated = hasOverflow(smallest) ? await this.truncate(smallest) : undefined;
      if (truncated) return truncated;
      this.setDropped(0);
      const found = await this.searchDespite(problems);
      if (found) return found;
    }
    const kept = await largestWhere(0, count - 1, async (candidate) => {
      this.setDropped(count - candidate);
      return (await this.attempt(minOf)).problems.length === 0;
    });
    this.setDropped(count - kept);
    return (await this.search()) ?? (await this.attempt(minOf));
  }

  /** Searches with problems that nothing solves: their texts keep the smallest size. */
  private searchDespite(problems: readonly Problem[]): Promise<Attempt | undefined> {
    for (const { kind, key, severity, fits } of problems) {
      this.unavoidable.set(key, severity);
      // A word that is broken at the smallest size may be broken no more often at a larger one.
      if (kind !== "words") for (const fit of fits) this.pinned.add(fit);
    }
    return this.search();
  }

  /**
   * Removes lines from the fitted texts with a `line-clamp` at their smallest sizes until nothing overflows:
   * from all as many, of which the largest texts get back what there is room for. Returns undefined, and
   * removes nothing, if one line each is still too much.
   */
  private async truncate({ placement }: Attempt): Promise<Attempt | undefined> {
    /** The lines that each fit needs at most. */
    const lines = new Map<Fit, number>();
    for (const { box, text } of placement.texts) {
      const [fit, ...others] = box.fits;
      if (!fit || others.length > 0 || box.textStyle.lineClamp === undefined) continue;
      lines.set(fit, Math.max(lines.get(fit) ?? 1, text.lines.length));
    }
    const fits = [...lines.keys()].toSorted((a, b) => b.min - a.min);
    const attemptAt = (maxLines: ReadonlyMap<Fit, number>) => this.attempt(minOf, maxLines);
    const isEnough = async (maxLines: ReadonlyMap<Fit, number>) => !hasOverflow(await attemptAt(maxLines));
    const all = (count: number) => new Map(fits.map((fit) => [fit, count]));
    if (!(await isEnough(all(1)))) return undefined;
    const common = await largestWhere(1, Math.max(...lines.values()), (count) => isEnough(all(count)));
    const maxLines = all(common);
    for (const fit of fits) {
      const withLines = (count: number) => new Map(maxLines).set(fit, count);
      const most = Math.max(common, lines.get(fit)!);
      maxLines.set(fit, await largestWhere(common, most, (count) => isEnough(withLines(count))));
    }
    return attemptAt(maxLines);
  }

  /** Leaves out the elements with the `count` highest `drop` numbers. */
  private setDropped(count: number): void {
    const droppedFrom = this.dropNumbers[count - 1] ?? Infinity;
    if (droppedFrom === this.droppedFrom) return;
    this.droppedFrom = droppedFrom;
    this.layout = this.createLayout();
  }

  private createLayout(): SceneLayout {
    const { droppedFrom } = this;
    const { createInlineFormatter, remoteImageSize, runs } = this.tools;
    const isDropped = ({ drop = -Infinity }: { readonly drop?: number }) => drop >= droppedFrom;
    return new SceneLayout(this.scene, {
      createInlineFormatter,
      remoteImageSize,
      isDropped,
      pause: runs.pause,
    });
  }

  private attempt(sizeOf: SizeOf, maxLines?: ReadonlyMap<Fit, number>): Promise<Attempt> {
    this.layouts++;
    const sizes = new Map(this.fits.map((fit) => [fit, sizeOf(fit)]));
    const own: SizeOf = (fit) => sizes.get(fit) ?? fit.max;
    const layOut = () => {
      const placement = this.layout.layOut();
      const problems = findProblems(placement, this.unavoidable, this.mixed);
      return { sizeOf: own, placement, problems };
    };
    return this.withSizes(own, layOut, maxLines);
  }

  /** Lays out the scene, or only measures texts, with these sizes. */
  private withSizes<T>(sizeOf: SizeOf, layOut: () => T, maxLines?: ReadonlyMap<Fit, number>): Promise<T> {
    this.layout.useSizes({ sizeOf, maxLines });
    return this.tools.runs.run(layOut);
  }

  /** Finds the largest sizes that fit without dropping anything more; undefined if there are none. */
  private async search(): Promise<Attempt | undefined> {
    let attempt = await this.attempt((fit) => (this.pinned.has(fit) ? fit.min : fit.max));
    // Texts that need more room than their own boxes have shrink by themselves.
    while (attempt.problems.some(({ fits }) => fits.length > 0)) {
      const reduced = await this.reduceSizes(attempt);
      if (!reduced) return undefined;
      attempt = await this.attempt(reduced);
    }
    if (attempt.problems.length === 0) return this.reduceLines(attempt);
    const found = await this.searchCap(attempt);
    return found && this.reduceLines(await this.restoreSizes(attempt.sizeOf, found));
  }

  /** Gives texts back the sizes whose reduction has made no room, as in a column that has space. */
  private async restoreSizes(limitOf: SizeOf, capped: Attempt): Promise<Attempt> {
    const reduced = this.fits.filter((fit) => capped.sizeOf(fit) < limitOf(fit));
    let best = capped;
    for (const fit of reduced.length > 1 ? reduced : []) {
      let low = capped.sizeOf(fit); // fits
      let high = limitOf(fit) + 1; // does not fit
      for (let size = low + 1; low < high - 1 && !this.isOverBudget; size = Math.floor((low + high) / 2)) {
        const attempt = await this.attempt(replaceSize(best.sizeOf, fit, size));
        if (attempt.problems.length === 0) [best, low] = [attempt, size];
        else high = size;
      }
    }
    return best;
  }

  /** Lowers the sizes of the fits that have problems. Returns undefined if they can't be solved. */
  private async reduceSizes({ sizeOf, placement, problems }: Attempt): Promise<SizeOf | undefined> {
    const own = problems.filter(({ fits }) => fits.length > 0);
    const canShrink = (fit: Fit) => sizeOf(fit) > fit.min;
    if (own.some(({ fits }) => !fits.some(canShrink))) return undefined;
    const reduced = new Map<Fit, number>();
    for (const fit of new Set(own.flatMap(({ fits }) => fits))) {
      if (!canShrink(fit)) continue;
      if (this.isOverBudget) {
        reduced.set(fit, fit.min);
        continue;
      }
      const texts = placement.texts.filter(({ box }) => box.fits.includes(fit));
      const height = placedHeight(texts) - contentExcess(own, fit);
      const hasRoom = () => totalHeight(texts) <= height && texts.every((text) => this.hasRoom(text));
      const fitsAt = (size: number) => this.withSizes(replaceSize(sizeOf, fit, size), hasRoom);
      reduced.set(fit, await largestWhere(fit.min, sizeOf(fit) - 1, fitsAt));
    }
    return (fit) => reduced.get(fit) ?? sizeOf(fit);
  }

  /** Whether the search must end soon, because the card is not one that a person would write. */
  private get isOverBudget(): boolean {
    return this.tools.work.layouts > maxTextLayouts;
  }

  private hasRoom(text: TextPlacement): boolean {
    const placement = { texts: [text], overfull: [], overflows: [], shrunkImages: [] };
    return findProblems(placement, this.unavoidable, this.mixed).length === 0;
  }

  /** Finds the largest limit for all sizes at which nothing overflows: the largest text gives way first. */
  private async searchCap(failed: Attempt): Promise<Attempt | undefined> {
    const sizeAt = (cap: number) => (fit: Fit) => Math.max(fit.min, Math.min(cap, failed.sizeOf(fit)));
    const smallest = Math.min(...this.fits.map(({ min }) => min));
    const largest = Math.max(...this.fits.map(failed.sizeOf));
    let best: Attempt | undefined;
    const fitsAt = async (cap: number) => {
      if (this.isOverBudget && cap > smallest) return false;
      const attempt = await this.attempt(sizeAt(cap));
      if (attempt.problems.length > 0) return false;
      best = attempt;
      return true;
    };
    // Measuring the texts alone mostly finds the limit: few layouts then prove it.
    const { texts, overfull } = failed.placement;
    const excess = Math.max(0, ...overfull.map(({ neededHeight, height }) => neededHeight - height));
    const height = placedHeight(texts) - excess;
    const hasRoom = (cap: number) => this.withSizes(sizeAt(cap), () => totalHeight(texts) <= height);
    const guess = await largestWhere(smallest, largest - 1, hasRoom);
    const near = await largestWhere(guess - 1, Math.min(guess + 1, largest - 1), fitsAt);
    if (near < guess) await largestWhere(smallest - 1, near, fitsAt);
    if (near > guess) await largestWhere(near, largest - 1, fitsAt);
    return best;
  }

  /** Shrinks texts a little that take one line less then. */
  private async reduceLines(found: Attempt): Promise<Attempt> {
    const smaller = new Map<Fit, number>();
    for (const fit of this.isOverBudget ? [] : this.fits) {
      const texts = found.placement.texts.filter(({ box }) => box.fits.includes(fit));
      const [text] = texts;
      if (!text || texts.length > 1 || text.box.fits.length > 1) continue;
      const size = found.sizeOf(fit);
      const lines = text.text.lineCount;
      const min = Math.max(fit.min, Math.ceil(size * minShareForFewerLines));
      if (lines < 2 || lines > maxLinesToReduce || min >= size) continue;
      const hasFewerLines = (px: number) =>
        this.withSizes(replaceSize(found.sizeOf, fit, px), () => linesOf(text).lineCount < lines);
      if (await hasFewerLines(min)) smaller.set(fit, await largestWhere(min, size - 1, hasFewerLines));
    }
    if (smaller.size === 0) return found;
    const attempt = await this.attempt((fit) => smaller.get(fit) ?? found.sizeOf(fit));
    return attempt.problems.length === 0 ? attempt : found;
  }
}

const minOf: SizeOf = ({ min }) => min;

function replaceSize(sizeOf: SizeOf, fit: Fit, size: number): SizeOf {
  return (each) => (each === fit ? size : sizeOf(each));
}

/** Whether something ends beyond its parent, or an element is too low for its content. */
function hasOverflow({ problems }: Attempt): boolean {
  return problems.some(({ kind }) => kind === "overflow" || kind === "content");
}

function placedHeight(texts: readonly TextPlacement[]): number {
  return texts.reduce((height, { text }) => height + text.height, 0);
}

/** With the fitted sizes that are in use. */
function totalHeight(texts: readonly TextPlacement[]): number {
  return texts.reduce((height, text) => height + linesOf(text).height, 0);
}

/** The height by which elements with a fitted size are too low for their content. */
function contentExcess(problems: readonly Problem[], fit: Fit): number {
  const own = problems.filter(({ kind, fits }) => kind === "content" && fits.includes(fit));
  return Math.max(0, ...own.map(({ severity }) => severity));
}
