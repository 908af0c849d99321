import type { Pause } from "../layout/inline-content.ts";
import { edgeWidth } from "./edges.ts";
import type { FlowItem } from "./flow.ts";
import { breakLine, type BrokenLine, type LineStart } from "./lines.ts";

/** Texts of more lines are not balanced, as in Chromium. */
const maxBalancedLines = 6;

/** A last line narrower than this share of the width looks like a leftover. */
const minLastLineShare = 1 / 3;

/** Punctuation after which a speaker pauses: a good end of a line. */
const clauseEnd = /[,;:.!?–—、。，．！？：；،؛؟।]$/u;

/** Cost of ending a line of phrases anywhere else, as a share of the square of the width. */
const midSentenceCost = 0.02;

/**
 * Lines of more even widths, as many as before (CSS Text 4, section 6.3). `balance` minimizes the sum of the
 * squares of the space left in lines, as TeX and Chromium do. `pretty` only leaves no word alone on the last
 * line.
 */
export function evenLines(
  flow: readonly FlowItem[],
  lines: readonly BrokenLine[],
  width: number,
  {
    wrap,
    indent,
    evened,
    pause,
  }: {
    wrap: "balance" | "pretty";
    indent: number;
    /** The lines that are finished, which new ones are added to. */
    evened: BrokenLine[];
    pause: Pause;
  },
): readonly BrokenLine[] {
  let paragraph: BrokenLine[] = [];
  for (const line of lines.slice(evened.length)) {
    paragraph.push(line);
    if (!line.isLast) continue;
    evened.push(...evenParagraph(flow, paragraph, { width, indent, isPretty: wrap === "pretty" }));
    paragraph = [];
    pause();
  }
  return evened;
}

/** Changes the lines up to a forced break or the end of the content. */
function evenParagraph(
  flow: readonly FlowItem[],
  lines: readonly BrokenLine[],
  { width, indent, isPretty }: { width: number; indent: number; isPretty: boolean },
): readonly BrokenLine[] {
  if (lines.length < 2) return lines;
  if (isPretty) return fillLastLine(flow, lines, width, indent);
  if (lines.length > maxBalancedLines) return lines;
  const first = lines[0]!;
  const ends = chooseEnds(unitsOf(flow, first, width), width, lines.length);
  return ends ? linesBetween(flow, first.start, ends, indent) : lines;
}

/** Moves the last unit of the line before to a last line that is short and consists of one unit. */
function fillLastLine(
  flow: readonly FlowItem[],
  lines: readonly BrokenLine[],
  width: number,
  indent: number,
): readonly BrokenLine[] {
  const [before, last] = lines.slice(-2);
  if (!before || !last || last.width >= width * minLastLineShare) return lines;
  const units = unitsOf(flow, before, width);
  const [earlier, end] = [units.at(-3), units.at(-1)];
  const isOneUnit = units.at(-2)?.next === last.start.next && !last.start.rest;
  if (!earlier || !end || !isOneUnit || end.textEnd - earlier.nextStart > width) return lines;
  if (earlier.textEnd < width * minLastLineShare) return lines; // shorter than the last line
  return [...lines.slice(0, -2), ...linesBetween(flow, before.start, [earlier.next, end.next], indent)];
}

function linesBetween(
  flow: readonly FlowItem[],
  start: LineStart,
  ends: readonly number[],
  indent: number,
): BrokenLine[] {
  return ends.map((end, index) => {
    const from = index === 0 ? start : { next: ends[index - 1]!, rest: undefined };
    const line = breakLine(flow, from, Infinity, { purpose: "lines", indent, end });
    return { ...line, isLast: index === ends.length - 1 };
  });
}

/** A position where a line may end. Distances are pixels from the start of the first line, unbroken. */
interface Opportunity {
  /** The index of the first item after it. */
  readonly next: number;
  readonly textEnd: number;
  readonly nextStart: number;
  readonly cost: number;
}

function unitsOf(
  flow: readonly FlowItem[],
  { start, indent }: Pick<BrokenLine, "start" | "indent">,
  width: number,
): Opportunity[] {
  const opportunities: Opportunity[] = [];
  let x = indent;
  let textEnd = 0;
  for (let index = start.next; index < flow.length; index++) {
    const item = index === start.next && start.rest ? start.rest : flow[index]!;
    if (item.kind === "piece") {
      textEnd = x + (x > indent ? item.joinWidth : 0) + item.width;
      x = textEnd + item.spaceWidth;
    } else if (item.kind === "break") {
      opportunities.push({ next: index + 1, textEnd, nextStart: x, cost: 0 });
      break;
    } else {
      x += item.kind === "atomic" ? (item.size?.width ?? 0) : edgeWidth(item, width);
      textEnd = x;
    }
    const isEnd = index === flow.length - 1;
    if (!isEnd && (!item.breakAfter || (item.kind === "piece" && item.hasSoftHyphen))) continue;
    const isMidSentence = !isEnd && item.kind === "piece" && keepsPhrases(item) && !clauseEnd.test(item.text);
    const cost = isMidSentence ? midSentenceCost * width * width : 0;
    opportunities.push({ next: index + 1, textEnd, nextStart: x, cost });
  }
  return opportunities;
}

function keepsPhrases({ run }: Extract<FlowItem, { kind: "piece" }>): boolean {
  return run.node.style.wordBreak === "auto-phrase";
}

/** The cheapest way to end a line at an opportunity: its cost, and where the line before ends. */
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
