// Writes gradients as CSS has them for the picture that satori makes.
import { parseColorText } from "@placard/templates/convert";

const inParentheses = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const gradient = new RegExp(String.raw`(?<=\b(?:linear|radial)-gradient)${inParentheses}`, "gu");
const part = new RegExp(`(?:[^,()]|${inParentheses})+`, "gu");
const shape = /^(?:to|at|circle|ellipse|closest-\w+|farthest-\w+|-?[\d.]+(?:deg|turn|rad|px|%))(?:\s|$)/u;

interface Stop {
  readonly text: string;
  /** Red, green and blue, and the opacity from 0 to 1; undefined for a value that is not known. */
  readonly channels: readonly number[] | undefined;
  readonly at: number | undefined;
  readonly unit: string;
}

/**
 * In satori, colors and their opacity change apart: in CSS, more stops have that effect. `at top` and
 * `at bottom` are the center. `isExact`: whether all stops are known.
 */
export function writeGradients(value: string): { value: string; isExact: boolean } {
  let isExact = true;
  const centered = value.replace(/(radial-gradient\([^,]* at )(?:top|bottom)(?=,)/gu, "$1center");
  const written = centered.replace(gradient, (text) => {
    const parts = Array.from(text.slice(1, -1).matchAll(part), ([each]) => each.trim());
    const first = shape.test(parts[0] ?? "") ? 1 : 0;
    const stops = placeStops(parts.slice(first).map(readStop));
    const added = stops.map((stop, index) => {
      const between = index === 0 ? [] : stopsBetween(stops[index - 1]!, stop);
      if (!between) isExact = false;
      return between ?? [];
    });
    if (added.every(({ length }) => length === 0)) return text;
    const all = stops.flatMap((stop, index) => [
      ...added[index]!,
      `${stop.text} ${stop.at ?? 0}${stop.unit}`,
    ]);
    return `(${[...parts.slice(0, first), ...all].join(", ")})`;
  });
  return { value: written, isExact };
}

function readStop(css: string): Stop {
  const [, text = css, at, unit] = /^(.+?)(?:\s+(-?[\d.]+)(%|px)?)?$/su.exec(css) ?? [];
  const pairs = parseColorText(text)?.slice(1).match(/../gu);
  const channels = pairs && [...pairs, "ff"].slice(0, 4).map((pair) => parseInt(pair, 16));
  return {
    text,
    channels: channels?.map((channel, index) => (index === 3 ? channel / 255 : channel)),
    at: at === undefined ? undefined : Number(at),
    unit: unit ?? (at === undefined ? "%" : "px"),
  };
}

/** Stops without a position are at the ends, or at the same distances between others. */
function placeStops(stops: readonly Stop[]): Stop[] {
  const placed = stops.map((stop, index) => {
    const isEnd = index === 0 || index === stops.length - 1;
    return isEnd && stop.at === undefined ? { ...stop, at: index === 0 ? 0 : 100 } : stop;
  });
  return placed.map((stop, index) => {
    if (stop.at !== undefined) return stop;
    const before = placed.findLastIndex(({ at }, other) => other < index && at !== undefined);
    const after = placed.findIndex(({ at }, other) => other > index && at !== undefined);
    const [from, to] = [placed[before]!, placed[after]!];
    const at = from.at! + ((to.at! - from.at!) * (index - before)) / (after - before);
    return { ...stop, at, unit: from.unit === to.unit ? to.unit : "" };
  });
}

/** What satori has between two stops; undefined if it is not known. */
function stopsBetween(from: Stop, to: Stop): string[] | undefined {
  const [start, end] = [from.channels, to.channels];
  if (!start || !end) return [start, end].some((channels) => channels && channels[3]! < 1) ? undefined : [];
  const isSameColor = start.slice(0, 3).join() === end.slice(0, 3).join();
  if (isSameColor || start[3] === end[3] || to.at === 0) return [];
  const unit = from.at === 0 ? to.unit : from.unit;
  if (unit !== to.unit || unit === "") return undefined;
  if (to.at! <= from.at!) return [];
  return [0.25, 0.5, 0.75].map((share) => {
    const mix = (one: number, other: number) => one + (other - one) * share;
    const [red, green, blue] = start.map((channel, index) => Math.round(mix(channel, end[index]!)));
    const alpha = Number(mix(start[3]!, end[3]!).toFixed(4));
    return `rgba(${red}, ${green}, ${blue}, ${alpha}) ${mix(from.at!, to.at!)}${unit}`;
  });
}
