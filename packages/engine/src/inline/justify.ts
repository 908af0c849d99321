import { getOrInsert } from "@placard/contracts/maps";
import type { Style } from "@placard/templates/scene";
import type { AtomicItem, FlowItem } from "./flow.ts";
import type { BrokenLine } from "./lines.ts";
import type { Piece } from "./piece.ts";

type Leaf = Piece | AtomicItem;

/** The space that is added to a line to fill its width (CSS Text 4, section 6.4). */
export interface Expansions {
  /** The offsets in a piece after which space is added; one that is there twice gets it twice. */
  readonly offsetsIn: (piece: Piece) => readonly number[];
  /** Pixels after a leaf's content, such as after a space or a Han character. */
  readonly after: (leaf: Leaf) => number;
  /** Pixels for each offset. */
  readonly each: number;
}

/** Han characters, kana and their punctuation: space is added on both sides, as in Chromium. */
const ideograph =
  /[\u2e80-\u2fdf\u3000-\u30ff\u3100-\u312f\u3190-\u4dbf\u4e00-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{1f000}-\u{1f9ff}\u{20000}-\u{3ffff}]/u;

/** The alignment of a line; the last one has its own (CSS Text 4, section 6.3). */
export function alignmentOf(
  { isLast }: Pick<BrokenLine, "isLast">,
  { textAlign, textAlignLast }: Pick<Style, "textAlign" | "textAlignLast">,
): Exclude<Style["textAlignLast"], "auto"> {
  if (!isLast) return textAlign;
  return textAlignLast === "auto" ? (textAlign === "justify" ? "start" : textAlign) : textAlignLast;
}

/** A line with the space that makes it as wide as its block, if it is justified. */
export function justifyLine(line: BrokenLine, width: number, style: Style): BrokenLine {
  if (alignmentOf(line, style) !== "justify") return line;
  const expansions = findExpansions(line.items, width - line.indent - line.width);
  return expansions ? { ...line, expansions } : line;
}

/**
 * Distributes free space over the spaces of a line and around its Han characters. Undefined if it has none,
 * or no free space.
 */
function findExpansions(items: readonly FlowItem[], free: number): Expansions | undefined {
  if (!Number.isFinite(free) || free <= 0) return undefined;
  const offsets = new Map<Leaf, number[]>();
  let count = 0;
  /** Whether space was added after the last character. None is added at the start of a line. */
  let pending = true;
  let last: { readonly leaf: Leaf; readonly offset: number } | undefined;
  const add = (leaf: Leaf, offset: number) => {
    getOrInsert(offsets, leaf, () => []).push(offset);
    count++;
  };
  for (const leaf of items) {
    if (leaf.kind !== "piece" && leaf.kind !== "atomic") continue;
    if (leaf.kind === "atomic") {
      pending = false;
      last = { leaf, offset: 0 };
      continue;
    }
    let offset = 0;
    for (const character of leaf.text + leaf.spaces) {
      offset += character.length;
      const isSpace = character === " " || character === "\u00a0";
      const isIdeograph = !isSpace && ideograph.test(character);
      if (isIdeograph && !pending && last) add(last.leaf, last.offset);
      if (isSpace || isIdeograph) add(leaf, offset);
      pending = isSpace || isIdeograph;
      last = { leaf, offset };
    }
  }
  if (pending && last) {
    offsets.get(last.leaf)?.pop();
    count--;
  }
  if (count <= 0) return undefined;
  const each = free / count;
  return {
    each,
    offsetsIn: (piece) => offsets.get(piece) ?? [],
    after: (leaf) => (offsets.get(leaf)?.length ?? 0) * each,
  };
}
