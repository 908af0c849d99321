import { edgeWidth } from "./edges.ts";
import type { FlowItem } from "./flow.ts";
import { breakLines, type BrokenLine, type LineStart } from "./lines.ts";

/** Texts of more lines are not balanced, as in Chromium. */
const maxBalancedLines = 10;

/** `pretty` changes only the last lines of a text, as in Chromium. */
const maxPrettyLines = 4;

/** A last line narrower than this share of the width looks like a leftover. */
const minLastLineShare = 1 / 3;

/** Punctuation after which a speaker pauses: a good end of a line. */
const pause = /[,;:.!?–—、。，．！？：；،؛؟।]$/u;

/** Cost of ending a line of phrases anywhere else, as a share of the square of the width. */
const midSentenceCost = 0.02;

/**
 * Lines of more even widths, as many as before (CSS Text 4, section 6.3): all of them with `balance`, the last ones with
 * `pretty` if the last is short. As in TeX and Chromium, the sum of the squares of the space left in the lines is minimized.
 */
export function evenLines(
  flow: readonly FlowItem[],
  lines: readonly BrokenLine[],
  width: number,
  wrap: "balance" | "pretty",
): readonly BrokenLine[] {
  const isPretty = wrap === "pretty";
  if (lines.length < 2 || (!isPretty && lines.length > maxBalancedLines)) return lines;
  if (isPretty && lines.at(-1)!.width >= width * minLastLineShare) return lines;
  const kept = isPretty ? Math.max(0, lines.length - maxPrettyLines) : 0;
  const changed = lines.slice(kept);
  if (changed.slice(0, -1).some(({ isLast }) => isLast)) return lines;
  const { start } = changed[0]!;
  const ends = chooseEnds(unitsOf(flow, start, width), width, changed.length);
  return ends ? [...lines.slice(0, kept), ...linesBetween(flow, start, ends)] : lines;
}

function linesBetween(flow: readonly FlowItem[], start: LineStart, ends: readonly number[]): BrokenLine[] {
  return ends.flatMap((end, index) => {
    const from = index === 0 ? start : { next: ends[index - 1]!, rest: undefined };
    return breakLines(flow.slice(0, end), Infinity, { purpose: "lines", start: from });
  });
}

/** A position where a line may end. Distances in pixels from the start of the first line, as if all were one line. */
interface Opportunity {
  /** The index of the first item after it. */
  readonly next: number;
  readonly textEnd: number;
  readonly nextStart: number;
  readonly cost: number;
}

function unitsOf(flow: readonly FlowItem[], start: LineStart, width: number): Opportunity[] {
  const opportunities: Opportunity[] = [];
  let x = 0;
  let textEnd = 0;
  for (let index = start.next; index < flow.length; index++) {
    const item = index === start.next && start.rest ? start.rest : flow[index]!;
    if (item.kind === "piece") {
      textEnd = x + (x > 0 ? item.joinWidth : 0) + item.width;
      x = textEnd + item.spaceWidth;
    } else if (item.kind !== "break") {
      x += item.kind === "atomic" ? (item.size?.width ?? 0) : edgeWidth(item, width);
      textEnd = x;
    }
    const isEnd = index === flow.length - 1;
    if (!isEnd && (!item.breakAfter || (item.kind === "piece" && item.hasSoftHyphen))) continue;
    const isMidSentence = !isEnd && item.kind === "piece" && keepsPhrases(item) && !pause.test(item.text);
    const cost = isMidSentence ? midSentenceCost * width * width : 0;
    opportunities.push({ next: index + 1, textEnd, nextStart: x, cost });
  }
  return opportunities;
}

function keepsPhrases({ run }: Extract<FlowItem, { kind: "piece" }>): boolean {
  return run.node.style.wordBreak === "auto-phrase";
}

/** The cheapest way to end a line at an opportunity: its cost, and the opportunity at which the line before ends. */
interface Solution {
  readonly cost: number;
  readonly previous: number;
}

/** Where to end lines, as indexes of items, for a given number of lines; undefined if a unit is too wide. */
function chooseEnds(
  opportunities: readonly Opportunity[],
  width: number,
  lineCount: number,
): number[] | undefined {
  let solutions = new Map<number, Solution>([[-1, { cost: 0, previous: -1 }]]);
  const byLine = [solutions];
  for (let line = 1; line <= lineCount; line++) {
    const extended = new Map<number, Solution>();
    for (const [start, { cost }] of solutions) {
      const from = start < 0 ? 0 : opportunities[start]!.nextStart;
      for (let end = start + 1; end < opportunities.length; end++) {
        const { textEnd, cost: breakCost } = opportunities[end]!;
        const free = width - (textEnd - from);
        if (free < 0) break;
        const total = cost + free * free + breakCost;
        const best = extended.get(end);
        if (!best || total < best.cost) extended.set(end, { cost: total, previous: start });
      }
    }
    byLine.push((solutions = extended));
  }
  const ends: number[] = [];
  let end = opportunities.length - 1;
  for (let line = lineCount; line > 0; line--) {
    const solution = byLine[line]!.get(end);
    if (!solution) return undefined;
    ends.unshift(opportunities[end]!.next);
    end = solution.previous;
  }
  return ends;
}
